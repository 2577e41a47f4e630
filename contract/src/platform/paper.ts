import { ref } from '../kit/field.ts'

const sealed = { permission: 'signserver_sign' } as const

/** What is sealed, as the dictionary `seal_doc_type` has it: a file brought along, or a paper by the part that prints it. */
export type SealedKind = 'file' | 'report' | 'exam' | 'portfolio'

/** What every call that prints papers takes beside its own input: with a seal, each paper is signed before it is kept. */ // inferred
export const paperSeal = {
  sealId: ref('加盖印章', 'sesealinfo', { ...sealed, only: { sealState: 1 }, help: '不选则不盖章；只有PDF可以盖章' }),
  strategyId: ref('签章策略', 'signstrategy', {
    ...sealed,
    only: { isEnabled: 1 },
    help: '决定盖在哪里、用哪种签名格式',
  }),
}
