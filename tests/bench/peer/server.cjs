// A small game of the same size for boardgame.io: twelve pieces, each move changes one of them, turns alternate.
const { Server } = require('boardgame.io/server');

const pieces = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `p${i}`,
    { id: `p${i}`, seat: i % 2 ? 'blue' : 'red', name: `Piece ${i}`, at: [i, 0], steps: 3, marks: [], acted: false },
  ]),
);

const game = {
  name: 'bench',
  setup: () => ({ pieces }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G }, id, x, y) => {
      G.pieces[id].at = [x, y];
      G.pieces[id].acted = !G.pieces[id].acted;
    },
  },
};

Server({ games: [game], origins: [/./] }).run(Number(process.argv[2]));
