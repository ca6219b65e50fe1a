// Puts a bubble beside an element, where it covers least of what the viewer needs now.

export function place(bubble, at) {
  const { width, height } = bubble.getBoundingClientRect();
  const box = at.getBoundingClientRect();
  const needed = document.querySelectorAll(".stage :is(button, label, [data-rolled]), .told");
  let least = Infinity;
  for (const [x, y] of [[box.x, box.y - height - 14], [box.right + 14, box.y], [box.x - width - 14, box.y], [box.x, box.bottom + 14], [box.x, 0]]) {
    const left = Math.max(8, Math.min(x, innerWidth - width - 8));
    const top = Math.max(52, Math.min(y, innerHeight - height - 8));
    const covered = [...needed].map((one) => one.getBoundingClientRect())
      .filter((one) => one.x < left + width && one.right > left && one.y < top + height && one.bottom > top).length;
    if (covered < least) Object.assign(bubble.style, { left: `${left}px`, top: `${top}px` });
    least = Math.min(least, covered);
  }
}
