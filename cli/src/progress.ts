const WIDTH = 30;

/**
 * A progress bar on standard error. Nothing is written when it is not a terminal, or when `isShown` is false: a bar would mix with data that
 * the same terminal shows.
 */
export function startProgress(label: string, total: number, { isShown = true } = {}) {
  const { stderr } = process;
  const isDrawn = isShown && stderr.isTTY && total > 0;
  let done = 0;
  const draw = () => {
    if (!isDrawn) return;
    const filled = Math.round((done / total) * WIDTH);
    stderr.write(`\r${label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}`);
  };
  draw();
  return {
    advance: (steps = 1) => {
      done += steps;
      draw();
    },
    /** Removes the bar. */
    stop: () => {
      if (isDrawn) stderr.write('\r\u001B[K');
    },
  };
}
