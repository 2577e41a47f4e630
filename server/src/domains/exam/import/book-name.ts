/** Stands behind the name of a file in the workbook that is given back with its faults. */
export const ANNOTATED = '-校验结果'

/** The name of a file without its kind and without what a workbook given back, or a second download of it, has more. */
export function stemOf(fileName: string): string {
  const bare = fileName.replace(/\.\w+$/, '').replace(/ ?\(\d+\)$/, '')
  return bare.endsWith(ANNOTATED) ? bare.slice(0, -ANNOTATED.length) : fileName.replace(/\.\w+$/, '')
}
