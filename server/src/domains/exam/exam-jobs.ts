import type { Ctx } from '../../platform/ctx.ts'
import { conflict } from '../../platform/error.ts'
import { findLivingJob } from '../../platform/jobs/living.ts'

/** A job of the exam that waits or runs reads the data as they are: it ends first. */
export async function refuseWhileBusy({ db }: Pick<Ctx, 'db'>, examId: string): Promise<void> {
  const title = await findLivingJob(db, 'exam.', examId)
  if (title) throw conflict(`这次考试正在「${title}」，请等它完成后再办理`)
}
