import { overview } from '@xueheng/contract/domains/exam/overview.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../platform/api/client.ts'

const MINUTE = 60_000

/** The numbers of what the user may see, read anew every minute. */
export function useOverview() {
  return useQuery({ queryKey: ['exam', 'overview'], queryFn: () => callApi(overview), refetchInterval: MINUTE })
}

export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>

/** What is counted, in the order it is shown; marks are of interest to those only who see all of them. */
export function tallies(data: Overview): { title: string; num: number }[] {
  const all = [
    { title: '县区数', num: data.areaNum ?? 0 },
    { title: '学校数', num: data.schoolNum ?? 0 },
    { title: '班级数', num: data.classNum ?? 0 },
    { title: '学生数', num: data.studentNum ?? 0 },
    { title: '教师数', num: data.teacherNum ?? 0 },
    { title: '考试数', num: data.examNum ?? 0 },
    { title: '归档成绩数', num: data.scoreNum ?? 0 },
  ]
  return all.filter(({ title, num }) => num > 0 || title !== '归档成绩数')
}
