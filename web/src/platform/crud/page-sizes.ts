/** Rows of a page a reader may choose from. */
export const PAGE_SIZES = [10, 30, 50, 100, 200] as const
