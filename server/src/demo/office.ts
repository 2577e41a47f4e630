import { notice } from '@xueheng/contract/domains/notices/notice.ts'
import { appresource } from '@xueheng/contract/domains/directory/appresource.ts'
import { newclasses } from '@xueheng/contract/domains/directory/newclasses.ts'
import { organize } from '@xueheng/contract/domains/directory/organize.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import type { Ctx } from '../platform/ctx.ts'
import { submit } from '../platform/rows/write.ts'
import { CITY } from './areas.ts'
import { inOrder } from './load-base.ts'
import type { Bureau, Klass } from './model.ts'
import { NOTICES } from './notices.ts'
import { className } from './sample-lines.ts'
import { into } from '../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

interface Branch {
  id: string
  /** Primary keys from 0 down to this one. */
  line: string
}

const ROOT: Branch = { id: '0', line: '0' }
const DIVISIONS = ['办公室', '基础教育科', '人事科', '教育考试院', '教育科学研究院', '信息中心', '督导室']
const POSTS: [code: string, name: string, category: number][] = [
  ['director', '局长', 1],
  ['chief', '科长', 2],
  ['researcher', '教研员', 3],
  ['clerk', '科员', 3],
  ['principal', '校长', 1],
  ['dean', '教务主任', 2],
  ['teacher', '任课教师', 3],
]
/** Division and post of the demo accounts. */
const SEATS: [account: string, division: string, post: string][] = [
  ['admin', '信息中心', 'chief'],
  ['exam', '教育考试院', 'chief'],
  ['school', '学校', 'dean'],
  ['teacher', '学校', 'teacher'],
]
const RESOURCES: [name: string, code: string, path: string][] = [
  ['考试信息', 'exam:info', '/bigdata/exam/examInfo'],
  ['导入向导', 'exam:import', '/bigdata/exam/import'],
  ['成绩排名', 'exam:rank', '/bigdata/report/scoreRank'],
]

/** The bureau's divisions, posts, notices and the trees of the platform, and the demo accounts in their places. */
export async function furnishOffice(ctx: Ctx, bureau: Bureau, home: Klass): Promise<void> {
  const divisions = await plantDivisions(ctx, home)
  const posts = new Map<string, string>()
  for (const [index, [postCode, postName, category]] of POSTS.entries())
    posts.set(postCode, (await submit(post, ctx, { postCode, postName, category, sort: index + 1 })).id)
  for (const [account, division, seat] of SEATS)
    await sql`update ${into(user)} set dept_ids = ${[divisions.get(division)]}::bigint[], post_ids = ${[posts.get(seat)]}::bigint[]
      where account = ${account} and is_deleted = 0`.execute(ctx.db)
  await plantOrganisations(ctx, bureau)
  await plantClasses(ctx, home)
  await plantResources(ctx)
  for (const { daysAgo, ...words } of NOTICES)
    await submit(notice, ctx, { ...words, releaseTime: await morning(ctx, daysAgo) }, unread)
}

const unread = {
  beforeSave: (_ctx: Ctx, row: { readCount?: unknown }) => {
    row.readCount = 0
    return Promise.resolve()
  },
}

async function plantDivisions(ctx: Ctx, home: Klass): Promise<Map<string, string>> {
  const bureau = await plant(dept, ctx, ROOT, { deptName: `${CITY}教育局`, deptCategory: 1, sort: 1 })
  const ids = new Map<string, string>()
  for (const [index, deptName] of DIVISIONS.entries())
    ids.set(deptName, (await plant(dept, ctx, bureau, { deptName, deptCategory: 2, sort: index + 1 })).id)
  const { shortName, name } = home.school
  const school = { deptName: shortName, fullName: name, deptCategory: 1, sort: DIVISIONS.length + 1 }
  ids.set('学校', (await plant(dept, ctx, bureau, school)).id)
  return ids
}

async function plantOrganisations(ctx: Ctx, bureau: Bureau): Promise<void> {
  const city = await plant(organize, ctx, ROOT, { orgName: `${CITY}教育局`, orgCode: '990000', orgType: 2, sort: 1 })
  const schools = inOrder(bureau.schools)
  for (const [index, area] of bureau.areas.entries()) {
    const body = { orgName: `${area.name}教育局`, orgCode: area.code, orgType: 3, areaCode: area.code, sort: index + 1 }
    const county = await plant(organize, ctx, city, body)
    for (const school of schools.filter((one) => one.area === area))
      await plant(organize, ctx, county, {
        orgName: school.name,
        orgCode: school.code,
        orgType: 4,
        areaCode: area.code,
        schoolCode: school.code,
        sort: school.no,
      })
  }
}

async function plantClasses(ctx: Ctx, home: Klass): Promise<void> {
  const { school } = home
  const of = { schoolCode: school.code }
  const top = await plant(newclasses, ctx, ROOT, { ...of, name: school.name, code: school.code, nodeType: 1, sort: 1 })
  const stage = { ...of, name: '高中', code: `${school.code}-3`, nodeType: 2, stage: '3', sort: 1 }
  const grade = { ...stage, name: '高三', code: `${school.code}-3-12`, nodeType: 3, gradeCode: '12' }
  const branch = await plant(newclasses, ctx, await plant(newclasses, ctx, top, stage), grade)
  for (const klass of school.classes)
    await plant(newclasses, ctx, branch, {
      ...grade,
      name: className(klass),
      code: klass.code,
      nodeType: 4,
      classNo: klass.no,
      classCode: klass.code,
      sort: klass.no,
    })
}

async function plantResources(ctx: Ctx): Promise<void> {
  const of = { appCode: 'exam' }
  const body = { ...of, resourceName: '考试数据', resourceCode: 'exam', resourceType: 1, sort: 1 }
  const folder = await plant(appresource, ctx, ROOT, body)
  for (const [index, [resourceName, resourceCode, path]] of RESOURCES.entries())
    await plant(appresource, ctx, folder, { ...of, resourceName, resourceCode, path, resourceType: 2, sort: index + 1 })
}

/** Adds a node below another. */
async function plant(entity: AnyEntity, ctx: Ctx, parent: Branch, body: Record<string, unknown>): Promise<Branch> {
  const beforeSave = (_ctx: Ctx, row: Record<string, unknown>) => {
    row['ancestors'] = parent.line
    return Promise.resolve()
  }
  const stored = await submit(entity, ctx, { ...body, parentId: parent.id }, { beforeSave })
  return { id: stored.id, line: `${parent.line},${stored.id}` }
}

async function morning(ctx: Ctx, daysAgo: number): Promise<string> {
  const found = await sql<{ text: string }>`
    select to_char(localtimestamp::date - ${daysAgo}::int, 'YYYY-MM-DD') || ' 00:00:00' as text`.execute(ctx.db)
  return found.rows[0]?.text ?? ''
}
