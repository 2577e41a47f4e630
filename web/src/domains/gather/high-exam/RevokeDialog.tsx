import { highExamArtReview, highExamReview } from '@xueheng/contract/domains/gather/high-exam-review.ts'
import { gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { text } from '@xueheng/contract/kit/field.ts'
import type { CrudRow } from '../../../platform/crud/CrudPage.tsx'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { decideRow } from '../../../platform/review/use-review-actions.ts'

const FIELDS = [['msg', text('撤销原因', { required: true, length: 500 })]] as const
const CHAINS = {
  culture: { review: highExamReview, step: 'revoke' },
  art: { review: highExamArtReview, step: 'revokeArt' },
} as const

interface RevokeProps {
  chain: keyof typeof CHAINS
  row: CrudRow
  onClose: () => void
}

/** The bureau takes back what had passed; the school mends it and hands it in anew. */
export function RevokeDialog({ chain, row, onClose }: RevokeProps) {
  const t = useT()
  const { review, step } = CHAINS[chain]
  return (
    <FormDialog
      title={t('撤销通过')}
      fields={FIELDS}
      work={({ msg }) => decideRow(review, step, row, String(msg ?? ''))}
      changes={[gatherHighExamScore]}
      isDanger
      onClose={onClose}
    />
  )
}
