import { collectRecord } from '@xueheng/contract/domains/mall/collect-record.ts'
import { orderRefund } from '@xueheng/contract/domains/mall/order-refund.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { questionAnswer } from '@xueheng/contract/domains/mall/question-answer.ts'
import { studentAssess } from '@xueheng/contract/domains/mall/student-assess.ts'
import { studentInfo } from '@xueheng/contract/domains/mall/student-info.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { AccessRule, Reader } from '../../platform/access/rules.ts'

const WHY = 'whose class a child is in decides who may see it'
const CHILDREN = every(studentInfo, WHY)
const REGISTER = every(basicStudent, WHY)
const CLASSES = every(schoolClasses, WHY)

type Codes = readonly string[]

/** Rows that name their class as the school does. */
function ofNamedClass(codes: Codes): RawBuilder<unknown> {
  return sql`(school_code, class_name) in (select k.school_code, k.class_name from ${CLASSES} k
    where k.is_deleted = 0 and k.class_code = any(${codes}))`
}

/** The register knows the class of a child by its code; without one the class its parents have named counts. */
function ofChildren(codes: Codes): RawBuilder<unknown> {
  return sql`(student_code in (select s.student_code from ${REGISTER} s where s.is_deleted = 0 and s.class_code = any(${codes}))
    or coalesce(student_code, '') = '' and ${ofNamedClass(codes)})`
}

/** What hangs on a child or its parent, by this column of the row and that of the child. */
function hangingOn(column: string, ofChild: string): (codes: Codes) => RawBuilder<unknown> {
  return (codes) => sql`${sql.ref(column)} in (select ${sql.ref(ofChild)} from (
    select id, parent_id from ${CHILDREN} where is_deleted = 0 and ${ofChildren(codes)}) child)`
}

/** Whoever sees classes alone sees what their children read, order and answer; others are narrowed by area and school. */
function inClass(rows: (codes: Codes) => RawBuilder<unknown>) {
  return ({ scope }: Reader) => (scope.level === 'class' ? sql<boolean>`${rows(scope.classCodes)}` : undefined)
}

export const mallAccess: AccessRule[] = [
  { entity: studentInfo, limit: inClass(ofChildren) },
  { entity: studentAssess, limit: inClass(ofNamedClass) },
  { entity: collectRecord, limit: inClass(ofNamedClass) },
  { entity: userParentInfo, limit: inClass(hangingOn('id', 'parent_id')) },
  { entity: orderManage, limit: inClass(hangingOn('parent_id', 'parent_id')) },
  { entity: orderRefund, limit: inClass(hangingOn('parent_id', 'parent_id')) },
  { entity: questionAnswer, limit: inClass(hangingOn('student_id', 'id')) },
]
