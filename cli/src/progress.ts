const WIDTH = 30;

/** A progress bar on standard error. Nothing is written when it is not a terminal. */
export function startProgress(label: string, total: number) {
  const { stderr } = process;
  let done = 0;
  const draw = () => {
    if (!stderr.isTTY || !total) return;
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
      if (stderr.isTTY && total) stderr.write('\r\u001B[K');
    },
  };
}
