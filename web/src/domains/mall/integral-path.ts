/** The points of one parent. */
export function integralPath(parentId: string): string {
  return `/read/parentAccount/integralDetail/index?parentId=${parentId}`
}

/** What one looks for in a list of parents. */
export const PARENT_FIRST = ['nickname', 'realName', 'integralBalance', 'studentName', 'phone']
