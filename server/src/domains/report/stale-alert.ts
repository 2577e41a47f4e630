import { type ExamPackage, isPublished } from './exam-packages.ts'

/** Said on the screen, on paper and in workbooks until the new version is there; empty where the numbers still hold. */
export function alertOf(sources: ExamPackage[]): string {
  const stale = sources.filter((source) => source.isStale)
  const [first] = stale
  if (!first) return ''
  if (sources.length > 1) return `数据已更新，待重新发布：${stale.map(({ examName }) => examName).join('、')}`
  return isPublished(first.examStatus) ? '数据已更新，待重新发布' : '数据已更新，待重新生成报表'
}
