/** Joins the cells of a staged row; readers strip it from cells. */
export const CELL_MARK = '\u001f'
