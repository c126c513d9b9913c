/** A request that can be cut off while its work waits. */
export function requestToCut() {
  let cut = false;
  const leaving = new Set<(reason: Error) => void>();
  const waiter = {
    parties: ['user:1'],
    assertOpen: () => {
      if (cut) throw new Error('cut');
    },
    onCut: (leave: (reason: Error) => void) => {
      leaving.add(leave);
      return () => leaving.delete(leave);
    },
  };
  return {
    waiter,
    cut: () => {
      cut = true;
      for (const leave of leaving) leave(new Error('cut'));
    },
  };
}
