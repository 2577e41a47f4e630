/** What all pieces of work answer. Waits for each, also where one has failed, and throws then what the first of these threw. */
export async function allOf<T>(work: Iterable<Promise<T>>): Promise<T[]> {
  const ended = await Promise.allSettled(work)
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
