// Knucklebones for boardgame.io, as far as a load needs it.

const isFull = (grid) => grid.every((column) => column.length === 3);

function worth(column) {
  const counts = {};
  for (const die of column) counts[die] = (counts[die] || 0) + 1;
  return Object.entries(counts).reduce((sum, [die, count]) => sum + die * count * count, 0);
}

module.exports = {
  name: "knucklebones",
  setup: ({ random }) => ({ grids: [[[], [], []], [[], [], []]], die: random.D6() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: {
      client: false,
      move: ({ G, ctx, random }, column) => {
        const seat = Number(ctx.currentPlayer);
        if (G.grids[seat][column].length === 3) return "INVALID_MOVE";
        G.grids[seat][column].push(G.die);
        const other = G.grids[1 - seat];
        other[column] = other[column].filter((die) => die !== G.die);
        G.die = random.D6();
      },
    },
  },
  endIf: ({ G }) => {
    if (!G.grids.some(isFull)) return undefined;
    return { scores: G.grids.map((grid) => grid.reduce((sum, column) => sum + worth(column), 0)) };
  },
};
