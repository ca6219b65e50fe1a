// Sound: a few synthesised clicks for each new state of a table, only if switched on.

let audio;

addEventListener("table", ({ detail: table }) => {
  if (document.documentElement.dataset.sound !== "on") return;
  audio ??= new AudioContext();
  const rolling = table.querySelectorAll(".fresh").length;
  const clicks = rolling ? Math.min(3 + rolling, 8) : 1;
  for (let i = 0; i < clicks; i++) click(audio.currentTime + (rolling ? i * 0.055 : 0), rolling ? 900 - 60 * i : 420);
});

function click(at, pitch) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, at + 0.05);
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.06);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.07);
}
