// A boardgame.io server that keeps matches in memory: node server.cjs PORT

const { Server } = require("boardgame.io/server");

const port = Number(process.argv[2]);
Server({ games: [require("./game.cjs")], origins: ["http://127.0.0.1"] }).run(port, () => {
  console.log("open");
});
