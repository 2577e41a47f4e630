/** The points of one parent. */
export function integralPath(parentId: string): string {
  return `/read/parentAccount/integralDetail/index?parentId=${parentId}`
}
