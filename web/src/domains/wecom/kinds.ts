import type { ConflictKind } from '@xueheng/contract/domains/wecom/conflict.ts'

/** What rows of a directory are called. */
export const KINDS: Record<ConflictKind, string> = {
  dept: '部门',
  admin: '部门管理员',
  student: '学生',
  parent: '家长',
}
