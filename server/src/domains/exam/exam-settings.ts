import {
  findExamYear,
  findSchoolByExamId,
  findSchoolYear,
  examInfo,
  examSchoolFields,
  saveRule,
  saveSchoolParam,
  sealExam,
} from '@xueheng/contract/domains/exam/exam-info.ts'
import { DEFAULT_RULE, type ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { studentBaseNum } from '@xueheng/contract/domains/school/student-base-num.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { type RawBuilder, sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { every, into, visible, visibleValues } from '../../platform/access/doors.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import { isRowInScope } from '../../platform/access/scope.ts'
import type { Ctx, Scope } from '../../platform/ctx.ts'
import { conflict, fault, refuse } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { requireState } from '../../platform/states.ts'
import { assertStage, enterYearOf } from '../school/index.ts'
import { examState, findExam, raiseDataVersion, ruleOf, moveExam } from './exam-row.ts'
import { own } from '../../platform/db/table.ts'
import { takeDefaultItems } from './quota-items.ts'
import { examSchool } from './tables.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'

const LIST = every(examStudentImport, 'a school takes part with its whole list; an exam with any row stays')
const MARKS = every(examScoreImport, 'an exam with any mark stays')
const SCHOOLS = every(basicSchool, 'names of the schools of an exam, which are cut to those the caller sees')

const BASE_NUMBERS = every(
  studentBaseNum,
  'a number beside the schools of an exam, which are cut to those the caller sees',
)
const EXAMS = every(examInfo, 'the school year of an exam the caller was found to see')

/** States in which schools read an exam. */
export const READABLE = [examStates.states.published.value, examStates.states.sealed.value]

/** An exam in the making is for those who make it; published it is for the units that have a part in it. */
export const examAccess: AccessRule = {
  entity: examInfo,
  limit({ user, scope }) {
    if (scope.level === 'all') return undefined
    const isOut = sql`exam_status = any(${READABLE}::int[])`
    const isMaker = user.permissions.has('examinfo_import') || user.permissions.has('examinfo_edit')
    return isMaker ? sql`(not ${isOut} or ${hasPart(scope)})` : sql`(${isOut} and ${hasPart(scope)})`
  },
}

/** Units have a part in an exam by its areas, by its schools or by the list of who sits it. */
function hasPart(scope: Exclude<Scope, { level: 'all' }>): RawBuilder<unknown> {
  if (scope.level === 'area') {
    return sql`(jsonb_exists_any(area_codes, ${scope.areaCodes}) or id in (
      select exam_id from ${own(examSchool)} where is_join = 1 and area_code = any(${scope.areaCodes})))`
  }
  const listed =
    scope.level === 'class' ? sql`class_code = any(${scope.classCodes})` : sql`school_code = any(${scope.schoolCodes})`
  return sql`(id in (select exam_id from ${LIST} where is_deleted = 0 and ${listed}) or id in (
    select exam_id from ${own(examSchool)} where is_join = 1 and school_code = any(${scope.schoolCodes})))`
}

/** Stage and year of entry follow from the grade; the rule starts as the default. */
export const examHooks = hook(examInfo, {
  async beforeSave(ctx, row, before) {
    if (before) await requireState(ctx, examStates, examState(before.id), 'edit')
    const all = { ...before, ...row }
    if (all.beginDate && all.endDate && all.beginDate > all.endDate) throw fault('endDate', '结束日期不能早于开始日期')
    assertStage(all.stage, all.gradeCode)
    if (before && all.prevExamId === before.id) throw fault('prevExamId', '对比考试不能是本次考试')
    row.enterYear = enterYearOf(Number(all.gradeCode), Number(all.studyYear))
    if (!before) row.ruleJson = DEFAULT_RULE
  },
  async afterSave(ctx, row, before) {
    if (!before) await takeDefaultItems(ctx, row.id)
  },
  async beforeRemove(ctx, rows) {
    for (const row of rows) {
      await requireState(ctx, examStates, examState(row.id), 'remove')
      const used = await sql`select 1 from ${LIST} where exam_id = ${row.id} and is_deleted = 0
        union all select 1 from ${MARKS} where exam_id = ${row.id} and is_deleted = 0 limit 1`.execute(ctx.db)
      if (used.rows.length > 0) throw conflict('考试已有导入数据，请先清空考生和成绩')
    }
  },
})

async function distinctYears(ctx: Ctx, field: 'examYear' | 'studyYear') {
  const found = await sql<{ year: number }>`
    select distinct ${sql.ref(`e.${field}`)} as year from ${visible(ctx, examInfo)} e order by 1 desc`.execute(ctx.db)
  return found.rows
}

async function storeRule(ctx: Ctx, { examId, ruleJson }: { examId: string; ruleJson: ExamRule }): Promise<void> {
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editRule')
  const rule = checkRule({ ...DEFAULT_RULE, ...ruleJson })
  await sql`update ${into(examInfo)} set rule_json = ${JSON.stringify(rule)}, update_time = localtimestamp(0) where id = ${examId}`.execute(
    ctx.db,
  )
  await raiseDataVersion(ctx, examId)
  await logOperation(ctx, saveRule.name, saveRule.title, {
    entity: 'examInfo',
    rowId: examId,
    before: { rule: ruleOf(exam) },
    after: { rule },
  })
}

/** Nobody asks who is among more; a 32-bit place holds it. */
const MOST_PLACE = 100_000_000

function checkRule(rule: ExamRule): ExamRule {
  const shares = [rule.excellentShare, rule.goodShare, rule.passShare, rule.lowShare].map(Number)
  if (shares.some((share) => !(share > 0 && share <= 1))) throw refuse('优秀、良好、及格、低分的比例应在0到1之间')
  if (shares.some((share, i) => i > 0 && share > (shares[i - 1] ?? 0)))
    throw refuse('优秀、良好、及格、低分的比例应依次降低')
  const weights: unknown = rule.composite?.weights
  if (
    !Array.isArray(weights) ||
    weights.length !== 3 ||
    !weights.every((weight) => Number.isFinite(weight) && weight >= 0)
  )
    throw refuse('综合值需要三个不为负的权重')
  if (!ONE_OF.rateBase.includes(rule.rateBase)) throw refuse('请选择比率的分母')
  if (!ONE_OF.absentPolicy.includes(rule.absentPolicy)) throw refuse('请选择缺考口径')
  if (!ONE_OF.totalBy.includes(rule.totalBy)) throw refuse('请选择按赋分总分还是原始总分统计')
  if (!ONE_OF.sdType.includes(rule.sdType)) throw refuse('请选择标准差类型')
  if (!ONE_OF.composite.includes(rule.composite.kind)) throw refuse('请选择综合值算法')
  const steps = [rule.paragraphStep?.total, rule.paragraphStep?.course]
  if (steps.some((step) => !Number.isInteger(step) || Number(step) < 1 || Number(step) > 200))
    throw refuse('分数段宽度应为1到200的整数')
  const list: unknown = rule.frontNList
  if (
    !Array.isArray(list) ||
    list.length === 0 ||
    list.length > 10 ||
    list.some((n) => !Number.isInteger(n) || n < 1 || n > MOST_PLACE)
  )
    throw refuse('前N名应为1到10个正整数')
  return { ...knownParts(rule), frontNList: list.toSorted((a, b) => a - b) }
}

/** Without what a body says beside them. */
function knownParts(rule: ExamRule): ExamRule {
  const {
    rateBase,
    absentPolicy,
    totalBy,
    removeZeroScores,
    isCountOnly,
    sdType,
    composite,
    paragraphStep,
    frontNList,
  } = rule
  const { excellentShare, goodShare, passShare, lowShare } = rule
  const shares = { excellentShare, goodShare, passShare, lowShare }
  return {
    rateBase,
    absentPolicy,
    totalBy,
    removeZeroScores,
    isCountOnly,
    sdType,
    ...shares,
    composite,
    paragraphStep,
    frontNList,
  }
}

const ONE_OF = {
  rateBase: ['actual', 'plan'],
  absentPolicy: ['anyAbsent', 'sumTaken', 'allAbsentOnly'],
  totalBy: ['level', 'raw'],
  sdType: ['population', 'sample'],
  composite: ['weighted', 'county'],
}

/** A school that takes part in an exam. */
export type JoinedSchool = Row<typeof examSchoolFields>

const SCHOOL_COLUMNS = sql`e.school_code, coalesce(e.school_name, b.school_name) as school_name, coalesce(e.area_code, b.area_code) as area_code,
  e.is_join, e.is_in_report, e.is_baseline, e.school_group, e.plan_num, e.student_num, n.student_base_num, e.sort`

/** The schools that take part, as far as the user may see them. */
export async function schoolsOf(ctx: Ctx, { examId }: { examId: string }): Promise<JoinedSchool[]> {
  await findExam(ctx, examId)
  const rows = await joinedSchools(ctx, examId)
  const seen = await visibleValues(ctx, basicSchool, 'school_code')
  return rows.filter((row) => isRowInScope(basicSchool, ctx.scope, row) && (!seen || seen.includes(row.schoolCode)))
}

/** Those saved with the exam; before anything is saved, those of the roster. */
async function joinedSchools(ctx: Ctx, examId: string): Promise<JoinedSchool[]> {
  const saved =
    await sql<JoinedSchool>`select ${SCHOOL_COLUMNS} from ${own(examSchool)} e left join ${SCHOOLS} b on b.school_code = e.school_code and b.is_deleted = 0
    ${withBase(examId, sql`e.school_code`)} where e.exam_id = ${examId} order by e.sort, e.school_code`.execute(ctx.db)
  if (saved.rows.length > 0) return saved.rows
  const roster =
    await sql<JoinedSchool>`select i.school_code, b.school_name, b.area_code, 1 as is_join, 1 as is_in_report,
      0 as is_baseline, b.school_group, count(*)::int as plan_num, null::int as student_num, n.student_base_num, b.sort
    from ${LIST} i join ${SCHOOLS} b on b.school_code = i.school_code and b.is_deleted = 0
    ${withBase(examId, sql`i.school_code`)} where i.exam_id = ${examId} and i.is_deleted = 0
    group by i.school_code, b.school_name, b.area_code, b.school_group, n.student_base_num, b.sort
    order by b.area_code, b.sort, i.school_code`.execute(ctx.db)
  return roster.rows
}

/** The register's number of the school, in the school year of the exam. */
function withBase(examId: string, schoolCode: RawBuilder<unknown>) {
  return sql`left join ${BASE_NUMBERS} n on n.school_code = ${schoolCode} and n.is_deleted = 0
      and n.study_year = (select study_year from ${EXAMS} where id = ${examId})`
}

async function storeSchools(
  ctx: Ctx,
  { examId, schools }: { examId: string; schools: Record<string, unknown>[] },
): Promise<void> {
  await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editSchool')
  for (const school of schools) {
    const code = String(school['schoolCode'] ?? '')
    // Clients that do not know of it leave it as it is.
    const isSaid = /^[01]$/.test(String(school['isBaseline']))
    const known = await sql`select 1 from ${SCHOOLS} where school_code = ${code} and is_deleted = 0`.execute(ctx.db)
    if (known.rows.length === 0) throw refuse(`学校「${String(school['schoolName'] ?? code)}」不存在`)
    await sql`insert into ${own(examSchool)} (tenant_id, exam_id, school_code, school_name, area_code, is_join, is_in_report, is_baseline,
        school_group, plan_num, sort)
      select ${ctx.user.tenantId}, ${examId}, b.school_code, b.school_name, b.area_code, ${bit(school['isJoin'])}, ${bit(school['isInReport'])}, ${isSaid ? bit(school['isBaseline']) : 0},
        ${text(school['schoolGroup'])}, ${whole(school['planNum'])}, ${whole(school['sort']) ?? 0} from ${SCHOOLS} b where b.school_code = ${code} and b.is_deleted = 0
      on conflict (exam_id, school_code) do update set is_join = excluded.is_join, is_in_report = excluded.is_in_report,
        is_baseline = ${isSaid ? sql`excluded.is_baseline` : sql`exam_school.is_baseline`},
        school_group = excluded.school_group, plan_num = excluded.plan_num, sort = excluded.sort`.execute(ctx.db)
  }
  await raiseDataVersion(ctx, examId)
  await logOperation(ctx, saveSchoolParam.name, saveSchoolParam.title, {
    entity: 'examInfo',
    rowId: examId,
    after: { schools: schools.length },
  })
}

function bit(value: unknown): number {
  return Number(value ?? 1) === 0 ? 0 : 1
}

function whole(value: unknown): number | null {
  const number = Number(value)
  return value === null || value === undefined || value === '' || !Number.isInteger(number) ? null : number
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 64) : null
}

async function seal(
  ctx: Ctx,
  { examId, isSealed, reason }: { examId: string; isSealed: number; reason: string | null },
): Promise<void> {
  await findExam(ctx, examId)
  if (isSealed === 0 && !reason) throw refuse('请填写解封原因')
  await moveExam(ctx, examId, isSealed === 1 ? 'seal' : 'unseal')
  await sql`update ${into(examInfo)} set is_sealed = ${isSealed} where id = ${examId}`.execute(ctx.db)
  await logOperation(ctx, sealExam.name, isSealed === 1 ? '封存考试' : '解封考试', {
    entity: 'examInfo',
    rowId: examId,
    after: { reason },
  })
}

export const settingHandlers = [
  implement(findExamYear, (ctx) => distinctYears(ctx, 'examYear')),
  implement(findSchoolYear, (ctx) => distinctYears(ctx, 'studyYear')),
  implement(saveRule, storeRule),
  implement(findSchoolByExamId, schoolsOf),
  implement(saveSchoolParam, storeSchools),
  implement(sealExam, seal),
]
