import type { Ctx } from '../../../platform/ctx.ts'
import { listQuestionFiles, questionPath } from './question-files.ts'

/** The archived question scores of one course. */
export interface ArchivedQuestions {
  courseId: number
  /**
   * Absolute path of a Parquet file that never changes: `sid INTEGER`, `course_id SMALLINT`, `paper_code VARCHAR`,
   * `question_no VARCHAR`, `score10 SMALLINT` (tenths of a mark; null: not answered), `answer VARCHAR` (letters as read;
   * null: none), in the order of `question_no`, `sid`.
   */
  file: string
  /** SHA-256 of the file. */
  sha256: string
}

/** The archived question scores of an exam of the caller's tenant, by course; none where it has none. */
export async function archivedQuestions(
  ctx: Pick<Ctx, 'db' | 'files' | 'user'>,
  examId: string,
): Promise<ArchivedQuestions[]> {
  const files = await listQuestionFiles(ctx, examId, 'archived')
  return Promise.all(
    files.map(async (one) => ({
      courseId: one.courseId,
      file: await questionPath(ctx, examId, one),
      sha256: one.sha256,
    })),
  )
}
