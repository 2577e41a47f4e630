import type { World } from './world.ts'

const BASE = '/api/bigdata-service'

/** One call of a phase; its job, where it starts one, is waited for. */
export type Ask = (world: World) => Promise<{ path: string; body: object } | { path: string; file: string }>

const post =
  (path: string, body: object): Ask =>
  async () => ({ path: `${BASE}/${path}`, body })

async function batchOf({ owner }: World): Promise<string> {
  const found = await owner.query<{ id: string }>(
    `select id from exam_import_batch where kind = 'score' order by id desc limit 1`,
  )
  return found.rows[0]?.id ?? ''
}

/** From uploaded scores to a published package, in the order of the office. */
export function phasesOf(examId: string, scores: string): Record<string, Ask[]> {
  return {
    import: [async () => ({ path: `${BASE}/examimport/upload?examId=${examId}&kind=score`, file: scores })],
    commit: [
      async (world) => ({
        path: `${BASE}/examimport/commit`,
        body: { batchId: await batchOf(world), confirmWarnings: 1 },
      }),
    ],
    check: [
      post('examstudentimport/checkByExamId', { examId, confirmWarnings: 1 }),
      post('examscorestudentcourseimport/checkByExamId', { examId, confirmWarnings: 1 }),
    ],
    archive: [
      post('examstudentimport/archiveByExamId', { examId }),
      post('examscorestudentcourseimport/archiveByExamId', { examId }),
    ],
    compute: [post('examinfo/execDataProgress', { examId })],
    package: [post('examinfo/execPackageExam', { examId })],
    publish: [post('examinfo/publishExam', { examId })],
  }
}
