import { PORTFOLIO_KINDS, type PortfolioKind, kindOf } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { Button } from 'antd'
import { useList } from '../../platform/crud/CrudPage.tsx'
import { EntityDialog } from '../../platform/crud/EntityDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { type CollectedOffer, CollectedOffers } from './CollectedOffers.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import type { Entry } from './entry.ts'
import { entityOfKind, isEditable, kindOfRow } from './kind-entity.ts'
import { TeacherInput, useForOthers } from './TeacherInput.tsx'
import './portfolio.css'

/** A new entry asks for its kind first; what cannot be edited any more is shown. */
export function PortfolioForm() {
  const { dialog } = useList()
  const { mode, initial, row, isOpen, draft } = dialog.state
  const isForOthers = useForOthers()
  const values = row ?? { ...initial, ...draft }
  const kind = kindOf(values['portfolioType'], values['portfolioChildType'])
  if (mode === 'add' && initial && !kind) {
    return (
      <KindChoice
        isOpen={isOpen}
        onClose={dialog.close}
        onChoose={(chosen, values) => dialog.add({ ...headOf(chosen), ...values, auditStatus: SUBMITTED })}
      />
    )
  }
  if (mode === 'view' || (mode === 'edit' && row && !isEditable(row))) {
    return <EntryDialog isOpen={isOpen} entry={row as Entry | undefined} onClose={dialog.close} />
  }
  const drawn = kind ?? kindOfRow(row)
  if (!drawn) return null
  const entity = entityOfKind(drawn, { isForOthers, isNew: mode === 'add' })
  return <EntityDialog {...{ entity, dialog }} extra={headOf(drawn)} inputs={INPUTS} />
}

const INPUTS = { teacherCode: TeacherInput }

/** What a new entry is saved as, unless the switch says otherwise. */
const SUBMITTED = portfolioStates.states.waitSchool.value

function headOf({ portfolioType, portfolioChildType }: PortfolioKind) {
  return { portfolioType, ...(portfolioChildType && { portfolioChildType }) }
}

interface KindChoiceProps {
  isOpen: boolean
  onClose: () => void
  /** With what is known of the new entry already. */
  onChoose: (kind: PortfolioKind, values?: Record<string, unknown>) => void
}

function KindChoice({ isOpen, onClose, onChoose }: KindChoiceProps) {
  const t = useT()
  const take = ({ portfolioType, dutyCredentials, memo }: CollectedOffer) => {
    const kind = kindOf(portfolioType)
    if (kind) onChoose(kind, { ...(dutyCredentials && { dutyCredentials }), ...(memo && { memo }) })
  }
  return (
    <AppModal open={isOpen} title={t('选择档案类别')} width={640} footer={null} onCancel={onClose}>
      <CollectedOffers onChoose={take} />
      <ul className="portfolio-kinds">
        {PORTFOLIO_KINDS.map((kind) => (
          <li key={kind.title}>
            <button type="button" onClick={() => onChoose(kind)}>
              <b>{t(kind.title)}</b>
              <small>
                {kind.fields.some((field) => field.message && field.name === 'certImageUrl') ? t('需要照片') : ''}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </AppModal>
  )
}

interface EntryDialogProps {
  isOpen: boolean
  entry: Entry | undefined
  onClose: () => void
}

function EntryDialog({ isOpen, entry, onClose }: EntryDialogProps) {
  const t = useT()
  return (
    <AppModal
      open={isOpen}
      title={t('教师档案')}
      width={880}
      footer={<Button onClick={onClose}>{t('关闭')}</Button>}
      onCancel={onClose}
    >
      {entry ? <EntryDetail entry={entry} /> : <Skeleton rows={5} />}
    </AppModal>
  )
}
