import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = new URL("../../src/dicehall/site/shell/unpack.js", import.meta.url);
const Unpacker = new Function(`${readFileSync(source, "utf8")}; return Unpacker`)();

// What `dicehall.site.build.folder.packed` makes of the texts below: chunks that refer to earlier
// ones, and one that was not worth packing.
const TEXT = `
//+cDd0DABgISkPwM18JM43dtTbF0lg9P416gIePvHJ7UzS7q4njtK5kVHUfI5a6hXJ3+eEK4z6NrDBKl4EZs7BYQbLD
ZydcemA+SV+PuQGFAZjsvHdSqQfJ2SawcyJNmuuJOXfrumz/ljqpbEzBRe+r1XsaIdtqdhegjlCznuEnn+D9pRfg7Vo/
tTbz2gFrgdDW+lW+wHo806ssLsTRwbo8sA67QnWXhMCg3it/WbNS99nDjn/mdMW4UUML8D/xK7wcRc4oAwWA2r2/ZEF7
bSMuHpZD0NsSBMnrdQWQih5PLeDyyk5gp+7MpbLX9SKoVwR7scWkNzaCTEeCbE1dIIAvuQ1iA4aJO+6ljZz2ybA/PaVk
KXPYI61GgOUQ6psVSjRL673oY/QKeESHfxjfX9d0fQ2q7xSM1K9bVQJlBRqnUIWyqurBVcN7bYJZgX+XSgachf972E/i
4+QnKc/IN6uMjzRBSXhqcRoM+GAdrbvC1WRyk+E7KGEAAvWAgIrSNO3fcwxQArqgJeKyPYBo6INlaIf6p3bDur92Vt4D
xueCKQ9G5c+Rt5+Aah4YY/ZmpTuq28kM8YWf9+5HksrEDE6HHhSkCiQX6tdeAXH0QdYu/x/nTV60MA8rUDkKp1P7LI9q
E2pXVddxuojeGnUINo6gbZWwrOjLUyLh0DOtHZm7fqCvvt6NVrcpvsOxMZO7XZbh/cGeMBH/4cPhe2R7sR2exrZl3uHO
Vku+fEgyqsSER4h6lKurIGimgV5J2ef8fGrKXJEPYPRP83tm9zSnkgKcjsa89y1/320bYfZ8zQEx6e/RWYosP30U6/ZD
+lUwwseowo2o8Nkz1oh6IrjWxdsvu57PX0S95WumhfXjJc3a93bajs/Kr3umAFpHB+CX0n8mae1wfGKE8sWX3zcaMrKG
9xMox6JxKF9uaNoH2Hxijn11yBo1z4RKGN5h0hrg3wf0l1wT85saAPx0HHxcK95EosIlVh3D/gifRsWcVQ/YRJKjL9ek
Uc3VXRqHuJ9cO1JsN58w5jpbpEXcVA5XEU0p+2pkpavCWifNBefLVB8Yd6UESEk/1yrMPTygs1KQyni03aexx6j0qmJg
/lUKSJ6rkzg5je3WgwFFzJGKtgoY5PPQYdnqhvQWdFDq/mqRjJC3+GbSLi9/1m1Y4YO6yZQKHp6oX8je1WGq6Jho2Qx0
rEk83oU3MK/pEI0IXtmRgRHxRmO/kHrYgpaOkEnix/7jogxPXwgg2mKn4/XjjOAfcS/9bMk/Q8AQWsHwm0jkZgwqx8RU
/D4fX8y7v6+zo0Xjsb6g3UZDzJ0uK4LlOOF4OOoju12YhESYf0vfgz9gmxmUT3s3NCXWlYqitfh3Ybjs5XmAVwZzxTVd
1E3PPlBxi2LNHt4dyQ7HTM5lzIxSayj3H2Z6iCOFpU2JO1tKnNf0SuyZOcSggpsgw5SBXuwMWVtL3ICHsjlPe0Z6YuWq
6rtHwut5GNQG3G80mXke0nZ9XrNeQPgH/KGJMgB3QBwshCmQCWvxxUSRPX9CpZenl0Tjzc6XvGZbe9+BlX3sD677J4TZ
+kr7DzInB6pYV7uznW/kKZhvnbIxCJ4G4LlMBktx797orsxrto/uobfEoBqt8V5lV5pJ6i8EPPXLnhe91xr4mhqTcfEO
NS3zvRwwYr0xnJXUXP63dRrM2DpNBSRu1mFm3JzFflXvlHrH6nWzx2B9/dn4+2B/xGa4k80dC/lSf61ae5+9plbR/a9g
xv2z91ReSXyDLz2YqY4SfgfyeyOubM12+o+oAUhu93izNFuprJMy86/tT/JVFhkhBBXSIqkuICERrv4EBpeUn3UZdZmI
Pvcp05sh6IQJOOOw2ntLVrOL5I7XCPMBP+ATwK1p7WgVfC+h5k3IEmdaEj5usIfAO1LbETRWgI5ZJcp/4+sjlgS/lfr7
eAxFdSjqRwzq+bp1b1IoqC0Qhjf8JIgSG3OGagoFS0eetGEQnGaGID+bJVUa08Lo4JR5vQ6JEmvOzx2F/kG8mG64oRbl
hmrPlY73bZtDQ6eDIhZRL/Z6RFhmW9mhru0mMoTXHeGBzTJHCY2DMwp62vZ4i1Xv/ioqAr81ryLsSViYVGd3EkCd+lgm
upK/6yG0uRvYvctGkxZZbyePEY4vCkNZZsd/HxkPcbo5Y6VqNG/k+hRCtVpKAga33Vdn1wsmvGoSVGO7JKZKnIc734ar
m/V6nRNeaKv9kH1womMQ+6+xP5olw0e9dE5QLtrb/1PN8zaKzCV36YKuyIq9Fi62G1Z5XzZLVvN2pTi3hxALAnWKOBeG
tunSL2Wfb6KmlL9haOfQW0cODHYq12Vk45PMqsejRCr4s/sDBM9tKNmouH+/huedrj49y9xsMOIXBiexlQaKtzBXjD6a
0BWBFVnDkjNapWDLMTsv3O+eoDprHlrr11tDoYNQjTGLCWCXEVwG31RciU0LjiKi3JKe2SNTcPaKGBkv1mOCCAa8B8dB
GCuJEi9gIG9ooBwgrc+lik2HQiqBKvvcLjgy16VF/8Bbuc4IJH/4MffT5noDfzxZuXPduD2StDhB1I1JAbwLGWSeoESK
++q/MlmYgP6twN9WIVu3qnDOo6Zzdc2cvwH7Ng1tgBMqlXgfzADxhaKQMdw11BbPUriqbvwp2SQBYlFYYzjgzxFOuniF
76q/nGgEQ261O7K18lkh29sLzXCWlAXRSrLkVqNUXdZTKLM8eq35ntcpBbfOIQTQ65xMKtXqOQJFyBqTcBsF3KXuD7jd
IlDuIke+4GPnKKIQwC54SqFWY3sVYkRRpNTqL1Lv6pKBN5BREPJuWEVkQdq2Npjm2QFXwJHXPaVo+be3epE9B17H+AfE
mh+SomNtkkI06LM3vM7peBTjKeYP0cAWRfp+GbbxtmFXmJmzUesbXvM6iBfX7Fc6MSEDWHOaiqxWkLDdrXTia6yaIymo
w2JJsnvp0nuX0NTjxyi9pJV/9BNdjRDzBrG0pMAipV20ouRJC8XsxgkIDutmyyB/Z5WwgmeJ7PuWiQ9A6jbJ9TUYW8cV
PG7/fnhW1sk/VKSS/L91Gszv9y3fqk7rxW1vFcvdJZ7YXtnNN7mb66K1nJlTZK24cg2TLlQEAzhMtQ0mn8JAO97wYrL/
EUpfWVtkwR4GITbkMdNSYmaLXQPAJutqNsSoI1KWCvZyTuNcMypS9+zPuGC6AQbtccugMNFDVIUMqkDG+ZqUIspeM3bE
1IOgrKdmS469i6/9iANgpKCTFs4zEKBqatP7MhVFOKOjo8WEmN7+e07VOX9KyGrA3aXih7kJTdxIYb6mMwBX/JAdUi5U
xE3OdGBbW5E9AVe9GerFm7KR+mApTyqR0HeBcAnnJLwW7xRWXIVWFxc5Fac2xOmfqO2Mk03eNJAkFP5xTfmFKSgWpVoJ
uqOZMGZ4TRooPrKghpftwsDl+YL2Yeyi33/TzDbblPSf7MkWxJy7k4uHSS9Pv1ZZC0uRy1zltSCp9IfA5BexSkzLMnDo
GKNv9ObE9snUtcZtXykJZ+j4mePqfh1m4XTto7g7WptCsJtsltPH3Umzop/imfR6DCws74hBVzVfS+wUr2WcGSnpMWvQ
X8Q7lrzTW89LpPRfsaZt7I9DPP2vGaJLxNL3Tpa3uSC8tNgUdaLTb4tJyDXeKXyemLiAYklK171xi5AL+LMr6aoemC0L
yxwSfkjCEvJJ/DvI2iEnwf/8+oV00/W46epKjChc6EtiV/jS8K6V8AwWLi4kQkUWHAZymMyr121x06Xmoqzp0hp6dKK6
aXXwnyZVllc1B7xQkpw1iArCvAOJEL3VnIjsfYHxppEU4s8ERnugnm/0SAN1vzCbpZaCm5JAnoGve3D9rQJ/JjLAE0oV
92xm2yMjp9Rk3Ps9E79nLPvMpLF4iBIHmjwxPJbdZDEQxR+Mftxxq4weWo+PaX+VzSJnV+Lq8N476+kmMTqm0crWjB3Y
Rw5UWFt20KnvlyA/QiRUvAb0E2NSKtcLR9Hzvf2RSvOYnjhgNWt4/cI49+RZq0fMGL1kg/I9GO7woxoRY5LKefnV2D2b
vW7qBgfwgAKI/oHvXLoQ5PU6nlb/eUw2/SFRny3jUH+14rJHS1xiJKGB1/7fCFNZVss68ehcaEs8/pIR11ySLj6873Jt
VKlCd15bTDbHKK7GXk3ikAbXjAURBXRWjUisBh8Kloo4nIUOmM1abgf/jdtTCuXN5jVnUUDdJr4eOPCPfcsI7CgD0izV
CtWS4O9lklXhC3TAfdESjbj/EwPDuESPuOK9Sx2NotUBeQp+U/oUAKgsgLwn+heLXkiOsOajhIaAqOMG9VRdBnk2Cy9D
IGF0/8V2K8AL9FfOQE14xatd4t9FTnTQWwY2rtRN8z4UU2J2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsq
bN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzR
kRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZC
kBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbp
ZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpDWQRcIcpYgBIAOxzU6f9vq58MRqft40xbnCepyNf7CjLhdGV
mIp+KpHyJ3X3GcAGmE2Y/div1ZAPxCVT+PWRNjEFpbDub8FwTUcM0UmQKC0AAAA=`;
const NOISE = `
AQDHxn6Ba0v74vtU9r3ffBzhhwG/Md5Wcg9HZ2aHWaqIPFnqVhN70oWh2DxUVS83rmVb2gJ5mMzjGnaOX9mZjx8/Nu5D
eE0N+r6m2uSGjtwpbU7/VuFwIPuPsVgFkMUJ3FPNqjtImVLTUp0Gn+q1wgYTmEmyAR6sMogxnFJGlXE2j1f2OR0W+oh0
9Zh8F1xBu21xjg9wWccBGy8zPZHAHaUNDaszjX5ejz7maHSmOrHDkxGoZMfbyuBg4fO/CQBnouMloCExh9VixagA`;

const words = () =>
  Array.from({ length: 200_000 }, (_, n) => `${(n * n) % 1000} dice, ${n % 7}; `).join("");

function noise() {
  let number = 1n;
  return Array.from({ length: 200 }, () => {
    number = (number * 1103515245n + 12345n) % 2n ** 31n;
    return Number((number >> 16n) & 255n);
  });
}

function unpack(packed, size) {
  const bytes = new Uint8Array(Buffer.from(packed, "base64"));
  const unpacker = new Unpacker(size);
  const parts = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Unpacker.length(bytes.subarray(at));
    parts.push(unpacker.decode(bytes.subarray(at, at + length)));
    at += length;
  }
  return Buffer.concat(parts);
}

test("packed bytes come out as they were", () => {
  const text = words();
  assert.equal(unpack(TEXT, text.length).toString(), text);
  assert.deepEqual([...unpack(NOISE, 200)], noise());
});

test("a chunk is as long as its head says, and longer than a head that is not complete", () => {
  const bytes = new Uint8Array(Buffer.from(NOISE, "base64"));
  assert.equal(Unpacker.length(bytes), 203);
  assert.equal(Unpacker.length(bytes.subarray(203)), 1);
  assert.ok(Unpacker.length(bytes.subarray(0, 3)) > 3);
});
