import { findStudents } from '@xueheng/contract/domains/report/find-students.ts'
import { dictionary, type DictOption } from '@xueheng/contract/platform/dictionary.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { get } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/i18n.ts'
import { can } from '../../platform/session/session.ts'
import { studentQuery } from './find-places.ts'

/** One line of the search, and where it leads. */
export interface Hit {
  key: string
  title: string
  /** What tells it from others of the same name. */
  notes: string[]
  icon: string
  path: string
  isWindow?: boolean
}

export interface FinderSource {
  kind: 'student' | 'school' | 'area'
  title: string
  permission: string
  find(typed: string): Promise<Hit[]>
}

const MOST = 5

/** What can be searched beside the menu, each for those who may see it. */
const SOURCES: FinderSource[] = [
  {
    kind: 'student',
    title: '学生',
    permission: 'studentscore_view',
    find: studentHits,
  },
  {
    kind: 'school',
    title: '学校',
    permission: 'basicschool_view',
    find: schoolHits,
  },
  { kind: 'area', title: '县区', permission: 'basicschool_view', find: areaHits },
]

export function finderSources(): FinderSource[] {
  return SOURCES.filter(({ permission }) => can(permission))
}

type Row = Record<string, string | number | null | undefined>

async function studentHits(typed: string): Promise<Hit[]> {
  const query = studentQuery(typed)
  if (!query['studentName']) return []
  const found = await get<Page<Row>>(findStudents.path, { ...query, current: 1, size: MOST })
  return found.records.map((row) => ({
    key: `${row['examId']} ${row['studentNumber']}`,
    title: String(row['studentName']),
    notes: [row['schoolName'], row['examGrade'], row['className'], row['examName'], row['score'] ?? t('无总分')].map(
      String,
    ),
    icon: 'UserOutlined',
    path: pathOf('/bigdata/query/queryStudentScore', {
      examId: row['examId'],
      studentCode: row['studentCode'],
      studentName: row['studentName'],
      schoolCode: row['schoolCode'],
    }),
  }))
}

async function schoolHits(typed: string): Promise<Hit[]> {
  const found = await get<Page<Row>>(`${basicSchool.paths[0]}/list`, { schoolName: typed, current: 1, size: MOST })
  return found.records.map((row) => ({
    key: String(row['id']),
    title: String(row['schoolName']),
    notes: [String(row['schoolCode'])],
    icon: 'BankOutlined',
    path: pathOf('/bigdata/basic/basicSchool', { schoolName: row['schoolName'] }),
  }))
}

async function areaHits(typed: string): Promise<Hit[]> {
  const areas = await get<DictOption[]>(dictionary.path, { code: 'exam_area' })
  return areas
    .filter((area) => area.dictValue.includes(typed))
    .map((area) => ({
      key: area.dictKey,
      title: area.dictValue,
      notes: [area.dictKey],
      icon: 'PartitionOutlined',
      path: pathOf('/bigdata/basic/basicSchool', { areaCode: area.dictKey }),
    }))
}

function pathOf(path: string, query: Row): string {
  return `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value ?? '')])).toString()}`
}
