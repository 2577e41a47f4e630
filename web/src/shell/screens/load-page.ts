/** The file of a page is missing, or has not come in time. */
export class PageFileError extends Error {
  override readonly name = 'PageFileError'
}

/** Longest a file of a page is waited for, in ms. */
const PATIENCE_MS = 120_000

/** Fetches the file of a page; throws `PageFileError` where it does not come. */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PageFileError('too late')), PATIENCE_MS)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof PageFileError ? error : new PageFileError('missing', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
