// Moves flat out against boardgame.io: node load.cjs PORT PID MATCHES SECONDS
//
// Each client plays both seats of its match over one socket and makes the next move as soon as it
// has been told of the last. Prints moves per second, and per second of the server's processor time.

const fs = require("fs");
const { io } = require("socket.io-client");

const [port, pid, matches, seconds] = process.argv.slice(2).map(Number);
const WARM_UP_SECONDS = 2;
let opened = 0;
let moves = 0;

function cpuSeconds() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(")").pop().trim().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function player() {
  const socket = io(`http://127.0.0.1:${port}/knucklebones`, {
    transports: ["websocket"],
    forceNew: true,
  });
  let id, state, answered;
  const hear = (match, told) => {
    if (match !== id) return;
    state = told;
    answered();
  };
  socket.on("sync", (match, info) => hear(match, info.state));
  socket.on("update", hear);
  const ask = (...message) =>
    new Promise((resolve) => {
      answered = resolve;
      socket.emit(...message);
    });
  const open = () => {
    id = `${process.pid}-${opened++}`;
    return ask("sync", id, "0", undefined, 2);
  };
  return {
    ready: new Promise((resolve) => socket.on("connect", resolve)).then(open),
    async move() {
      if (state.ctx.gameover) await open();
      const seat = state.ctx.currentPlayer;
      const free = [0, 1, 2].filter((column) => state.G.grids[seat][column].length < 3);
      const column = free[Math.floor(Math.random() * free.length)];
      const payload = { type: "place", args: [column], playerID: seat };
      const before = state._stateID;
      await ask("update", { type: "MAKE_MOVE", payload }, before, id, seat);
      if (state._stateID === before) throw new Error("a move was refused");
      moves += 1;
    },
  };
}

async function main() {
  const players = Array.from({ length: matches }, player);
  await Promise.all(players.map((one) => one.ready));
  const playFor = (time) => {
    const end = Date.now() + time * 1000;
    const play = async (one) => {
      while (Date.now() < end) await one.move();
    };
    return Promise.all(players.map(play));
  };
  await playFor(WARM_UP_SECONDS);
  const [before, begun] = [cpuSeconds(), Date.now()];
  moves = 0;
  await playFor(seconds);
  const used = cpuSeconds() - before;
  console.log((moves * 1000) / (Date.now() - begun), moves / used);
  process.exit(0);
}

main();
