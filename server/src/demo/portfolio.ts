import { writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { portfolioReview } from '@xueheng/contract/domains/portfolio/portfolio-review.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../platform/ctx.ts'
import { nextId } from '../platform/db/id.ts'
import { inTransaction } from '../platform/db/pool.ts'
import { own } from '../platform/db/table.ts'
import { reviewLog } from '../platform/review/tables.ts'
import { demoSchoolCode } from './load.ts'
import { personName } from './names.ts'
import { type Random, at, createRandom } from './random.ts'
import { every, into } from '../platform/access/doors.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'

const KNOWN = every(teacherPortfolio, 'a tenant that ever had an entry is left alone')
const USERS = every(user, 'accounts of the demo')
const LINKS = every(userUnit, 'where the accounts of the demo work')
const SCHOOLS_OF_DEMO = every(basicSchool, 'schools of the demo')

const SCHOOLS = 5
const TEACHERS_EACH = 5

interface DemoTeacher {
  id: string
  account: string
  name: string
  schoolCode: string
  areaCode: string
}

/** Teachers of a few schools with what they have filled in so far: most of it valid, some waiting at either desk. Once. */
export async function loadPortfolios(ctx: Ctx): Promise<void> {
  const known = await sql`select 1 from ${KNOWN} limit 1`.execute(ctx.db)
  if (known.rows.length > 0) return
  const random = createRandom('portfolio')
  await inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db }
    const picture = await certificate(inside)
    const teachers = [...(await demoTeacher(inside)), ...(await addTeachers(inside, random))]
    for (const [no, teacher] of teachers.entries()) {
      for (const entry of entriesOf(random, no, picture)) await addEntry(inside, random, teacher, entry)
    }
  })
}

/** The account `teacher` itself. */
async function demoTeacher(ctx: Ctx): Promise<DemoTeacher[]> {
  const found = await sql<DemoTeacher>`select u.id, u.account, coalesce(u.real_name, u.name) as name,
      s.school_code, s.area_code
    from ${USERS} u join ${LINKS} l on l.user_id = u.id and l.is_deleted = 0
      join ${SCHOOLS_OF_DEMO} s on s.school_code = l.dept_uscc
    where u.account = 'teacher' and u.is_deleted = 0`.execute(ctx.db)
  return found.rows
}

/** Accounts t101, t102 …, with the password of the other demo accounts. */
async function addTeachers(ctx: Ctx, random: Random): Promise<DemoTeacher[]> {
  const schools = await sql<{
    schoolCode: string
    areaCode: string
  }>`select school_code, area_code
    from ${SCHOOLS_OF_DEMO} where is_deleted = 0 order by (school_code = ${demoSchoolCode()}) desc, sort
    limit ${SCHOOLS}`.execute(ctx.db)
  const teachers: DemoTeacher[] = []
  for (const [place, school] of schools.rows.entries()) {
    for (let no = 1; no <= TEACHERS_EACH; no += 1) {
      const name = personName(random, random.chance(0.45))
      const teacher = { id: nextId(), account: `t${place + 1}${String(no).padStart(2, '0')}`, name, ...school }
      await addTeacher(ctx, teacher)
      teachers.push(teacher)
    }
  }
  return teachers
}

async function addTeacher(ctx: Ctx, { id, account, name, schoolCode, areaCode }: DemoTeacher): Promise<void> {
  await sql`insert into ${into(user)} (id, tenant_id, account, password_hash, name, real_name, role_ids)
    select ${id}, tenant_id, ${account}, password_hash, ${name}, ${name}, role_ids from ${USERS}
    where account = 'teacher' and is_deleted = 0`.execute(ctx.db)
  await sql`insert into ${into(userUnit)} (id, tenant_id, user_id, dept_uscc, role_alias, area_code, class_codes)
    values (${nextId()}, ${ctx.user.tenantId}, ${id}, ${schoolCode}, 'teacher', ${areaCode}, '{}')`.execute(ctx.db)
}

type Values = Record<string, string | number | null>

const AWARDS = ['优质课竞赛', '教学设计评比', '师德先进个人', '信息化教学大赛', '作业设计评比']
const TOPICS = ['大单元教学的校本实践', '新高考背景下的分层作业', '数字资源支持的课堂评价']

/** What one teacher has, kind by kind; certificates carry a picture. */
function entriesOf(random: Random, no: number, picture: string): Values[] {
  const teaching = { portfolio_type: 6, cert_begin_date: '2016-09-01 00:00:00', is_to_now: 1, memo: '高中部，任教语文' }
  const certificates = certificatesOf(random, no).map((entry) => ({ ...entry, cert_image_url: picture }))
  return [...certificates, ...worksOf(random, picture), ...(no === 0 ? [teaching] : [])]
}

function julyOf(year: number): string {
  return `${year}-07-01 00:00:00`
}

function certificatesOf(random: Random, no: number): Values[] {
  const year = random.integer(1998, 2018)
  const study = { portfolio_type: 1, cert_date: julyOf(year), graduate_school: '四川师范大学' }
  const title = { portfolio_type: 4, cert_date: julyOf(year + 6), issue_org: '云川市人力资源和社会保障局' }
  const teaching = {
    portfolio_type: 2,
    cert_date: julyOf(year + 1),
    cert_no: `${year + 1}51010442${String(no).padStart(6, '0')}`,
  }
  const degree = { ...study, portfolio_child_type: 2, education_level: random.pick(['4', '4', '3']) }
  return [
    { ...study, portfolio_child_type: 1, education: random.pick(['21', '21', '21', '14']) },
    { ...teaching, teacher_credentials: random.pick(['4', '4', '3']) },
    { portfolio_type: 3, cert_date: julyOf(year), spoken_language: random.pick(['21', '22', '12']) },
    { ...title, duty_credentials: random.pick(['2', '3', '3', '4']) },
    ...(random.chance(0.6) ? [degree] : []),
  ]
}

function worksOf(random: Random, picture: string): Values[] {
  const name = random.pick(AWARDS)
  const award = {
    portfolio_type: 7,
    cert_name: name,
    memo: `参加${name}并获奖`,
    prize_type: String(random.integer(1, 3)),
  }
  const lesson = { portfolio_type: 8, cert_name: '同课异构公开课', course_type: String(random.integer(1, 5)) }
  const research = { portfolio_type: 9, cert_name: random.pick(TOPICS), memo: '参与研究，承担课例与问卷' }
  const level = (from: number) => ({ cert_level: String(random.integer(from, 5)), cert_date: julyOf(2025) })
  return [
    ...(random.chance(0.7) ? [{ ...award, ...level(2), cert_image_url: picture }] : []),
    ...(random.chance(0.5) ? [{ ...lesson, ...level(3) }] : []),
    ...(random.chance(0.3) ? [{ ...research, cert_level: String(random.integer(2, 4)) }] : []),
  ]
}

const { draft, waitSchool, schoolRefused, waitBureau, passed } = portfolioStates.states

/** How many of a hundred entries stand where. */
const STATES: [state: number, weight: number][] = [
  [passed.value, 62],
  [waitBureau.value, 13],
  [waitSchool.value, 13],
  [schoolRefused.value, 5],
  [draft.value, 7],
]

async function addEntry(ctx: Ctx, random: Random, teacher: DemoTeacher, values: Values): Promise<void> {
  const [status] = at(STATES, random.weighted(STATES.map(([, weight]) => weight)))
  const day = (back: number) => sql`date_trunc('second', localtimestamp) - ${back} * interval '1 hour'`
  const hours = random.integer(24, 24 * 120)
  const isSubmitted = status !== draft.value
  const row = {
    id: nextId(),
    tenant_id: ctx.user.tenantId,
    teacher_id: teacher.id,
    teacher_code: teacher.account,
    teacher_name: teacher.name,
    school_code: teacher.schoolCode,
    area_code: teacher.areaCode,
    create_user: teacher.id,
    audit_status: status,
    version: 1,
    ...values,
    create_time: day(hours + 1),
    update_time: day(hours),
    ...(isSubmitted && { submit_time: day(hours) }),
    ...(isSubmitted && status !== waitSchool.value && { audit1_user: '学校教务处', audit1_time: day(hours - 12) }),
    ...(status === passed.value && { audit2_user: '教师工作科', audit2_time: day(hours - 20) }),
    ...(status === schoolRefused.value && { reject_reason: '照片不清楚，请重新拍摄', reject_count: 1 }),
  }
  const names = Object.keys(row)
  await sql`insert into ${into(teacherPortfolio)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(ctx.db)
  await addSteps(ctx, row.id, teacher.name, status, hours)
}

/** The way an entry in this state has come. */
async function addSteps(ctx: Ctx, id: string, teacher: string, status: number, hours: number): Promise<void> {
  const steps: [from: number, to: number, action: string, who: string, back: number, opinion: string][] = []
  if (status !== draft.value) steps.push([0, 1, '提交审核', teacher, hours, ''])
  if (status === schoolRefused.value) steps.push([1, 2, '学校驳回', '学校教务处', hours - 12, '照片不清楚，请重新拍摄'])
  if (status === waitBureau.value || status === passed.value)
    steps.push([1, 3, '学校审核通过', '学校教务处', hours - 12, '属实'])
  if (status === passed.value) steps.push([3, 5, '教育局审核通过', '教师工作科', hours - 20, ''])
  for (const [from, to, action, who, back, opinion] of steps) {
    await sql`insert into ${own(reviewLog)}
        (id, tenant_id, review, row_id, from_status, to_status, action, opinion, user_name, create_time)
      values (${nextId()}, ${ctx.user.tenantId}, ${portfolioReview.name}, ${id}, ${from}, ${to}, ${action}, ${opinion}, ${who},
        date_trunc('second', localtimestamp) - ${back} * interval '1 hour')`.execute(ctx.db)
  }
}

const WIDTH = 480
const HEIGHT = 340

/** A made-up certificate: paper, a frame, lines where words would stand, a red seal. Answers the link of the kept file. */
async function certificate(ctx: Ctx): Promise<string> {
  const path = ctx.files.tempPath('png')
  await writeFile(path, pngOf(WIDTH, HEIGHT, colourAt))
  const { fileId } = await ctx.files.keep(ctx, { path, name: '证书.png' })
  return `/api/blade-resource/attach/file/${ctx.user.tenantId}/${fileId}`
}

const PAPER = [250, 245, 230]
const FRAME = [168, 124, 60]
const INK = [120, 110, 96]
const SEAL = [190, 52, 44]

function colourAt(x: number, y: number): number[] {
  const edge = Math.min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y)
  if ((edge >= 12 && edge < 16) || (edge >= 22 && edge < 23)) return FRAME
  const radius = Math.hypot(x - 360, y - 250)
  if ((radius < 44 && radius >= 39) || radius < 9) return SEAL
  if (y >= 62 && y < 78 && x >= 160 && x < 320) return FRAME
  const isLine = y >= 120 && y < 240 && (y - 120) % 30 < 5
  return isLine && x >= 64 && x < (y >= 210 ? 230 : 416) ? INK : PAPER
}

/** RGB, 8 bits, no filter. */
function pngOf(width: number, height: number, colour: (x: number, y: number) => number[]): Buffer {
  const lines = Array.from({ length: height }, (_none, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_none2, x) => colour(x, y)).flat()]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
