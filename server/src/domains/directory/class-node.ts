import { newclasses } from '@xueheng/contract/domains/directory/newclasses.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { findBy } from '../../platform/rows/read.ts'
import type { KnownRow } from '../../platform/rows/rows.ts'
import { placeInTree } from './tree-rows.ts'

const CLASS = 4

type Node = KnownRow<typeof newclasses>

/** A node belongs to the school of the one above it; one that stands for a class of the school takes its facts from there. */
export async function placeClassNode(ctx: Ctx, row: Partial<Node>, before: Node | undefined): Promise<void> {
  const parent = await placeInTree(newclasses, ctx, row, before)
  const schoolCode = before?.schoolCode ?? row.schoolCode
  if (parent && parent.schoolCode !== schoolCode) throw refuse('上级节点属于另一所学校')
  if (parent && Number(parent.nodeType) >= Number(row.nodeType ?? before?.nodeType)) {
    throw refuse('班级节点按学校、学段、年级、班级逐级向下')
  }
  const classCode = row.classCode ?? before?.classCode
  if (!classCode) return
  if (Number(row.nodeType ?? before?.nodeType) !== CLASS) throw refuse('只有班级节点可以对应班级')
  const found = await findBy(schoolClasses, ctx, { classCode, schoolCode })
  if (!found) throw refuse('班级不属于该学校')
  row.stage = found.stage
  row.enterYear = found.enterYear
  row.gradeCode = found.gradeCode
  row.classNo = found.classNo
}
