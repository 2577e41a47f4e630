import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import type { newclasses } from '@xueheng/contract/domains/directory/newclasses.ts'
import { findBy } from '../../platform/rows/read.ts'
import { refuse } from '../../platform/error.ts'
import type { NodeCheck } from './tree-rows.ts'

const CLASS = 4

/** A node belongs to the school of the one above it; one that stands for a class of the school takes its facts from there. */
export const classNode: NodeCheck<(typeof newclasses)['fields']> = async (ctx, row, before, parent) => {
  const schoolCode = before?.schoolCode ?? row.schoolCode
  if (parent && parent['schoolCode'] !== schoolCode) throw refuse('上级节点属于另一所学校')
  if (parent && Number(parent['nodeType']) >= Number(row.nodeType ?? before?.nodeType)) {
    throw refuse('班级节点按学校、学段、年级、班级逐级向下')
  }
  const classCode = row.classCode ?? before?.classCode
  if (!classCode) return
  if (Number(row.nodeType ?? before?.nodeType) !== CLASS) throw refuse('只有班级节点可以对应班级')
  const found = await findBy(schoolClasses, ctx, { classCode, schoolCode })
  if (!found) throw refuse('班级不属于该学校')
  row.stage = String(found['stage'])
  row.enterYear = Number(found['enterYear'])
  row.gradeCode = String(found['gradeCode'])
  row.classNo = Number(found['classNo'])
}
