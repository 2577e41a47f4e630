import type { ExamChoice } from '../exam/index.ts'

/** Ids of the exams in the parameter `examJson`; none where it cannot be read. */
export function examIdsOf(examJson: string | undefined): string[] {
  try {
    const list: unknown = JSON.parse(examJson ?? '[]')
    return Array.isArray(list) ? list.flatMap(idOf) : []
  } catch {
    return []
  }
}

function idOf(one: unknown): string[] {
  return typeof one === 'object' && one !== null && 'examId' in one ? [String(one.examId)] : []
}

/** Exams as the call takes them, the earlier ones first. */
export function examJsonOf(exams: ExamChoice[]): string {
  const inOrder = exams.toSorted((one, other) => one.beginDate.localeCompare(other.beginDate))
  return JSON.stringify(inOrder.map(({ id, examName }) => ({ examId: id, label: examName })))
}
