/** How each way of moving is drawn, on the table and in the panel: strokes round 0, 0 within 8 each way, front upwards. */
export const WAY_SIGNS = {
  ahead: 'M0 5V-5M-4 -1L0 -5L4 -1',
  back: 'M0 -5V5M-4 1L0 5L4 1',
  aside: 'M-5 0H5M1 -4L5 0L1 4',
  slide: 'M-4 5L4 -5M0 -5H4V-1',
  'wheel-left': 'M4 5A9 9 0 0 0 -4 -3M-5 2L-4.500 -3.500L1 -3',
  'wheel-right': 'M-4 5A9 9 0 0 1 4 -3M5 2L4.500 -3.500L-1 -3',
  turn: 'M5 1A5 5 0 1 1 1.500 -4.700M1 -8L3 -4.500L-1 -2.500',
  'face-left': 'M5 5V1A4 4 0 0 0 1 -3H-5M-2 -6L-5 -3L-2 0',
  stand: 'M-5 -3H5V4H-5ZM-2 -3L0 -6L2 -3',
  'face-right': 'M-5 5V1A4 4 0 0 1 -1 -3H5M2 -6L5 -3L2 0',
} as const;

export type WaySign = keyof typeof WAY_SIGNS;
