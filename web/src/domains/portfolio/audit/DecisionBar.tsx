import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import type { KeyboardEvent, RefObject } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Audit } from './use-audit.ts'

interface DecisionBarProps {
  audit: Audit
  opinion: RefObject<TextAreaRef | null>
}

/** The opinion and the two ways to decide; Ctrl+Enter in the opinion refuses. */
export function DecisionBar({ audit, opinion }: DecisionBarProps) {
  const t = useT()

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void audit.decide(false)
  }

  return (
    <div className="audit-decision">
      <Input.TextArea
        ref={opinion}
        aria-label={t('审核意见')}
        value={audit.opinion}
        onChange={(event) => audit.setOpinion(event.target.value)}
        onKeyDown={onKeyDown}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={500}
        placeholder={t('审核意见，驳回时必填')}
      />
      <Button danger loading={audit.isBusy} onClick={() => void audit.decide(false)}>
        {t(audit.isTakeBack ? '撤销通过' : '驳回')}
      </Button>
      {!audit.isTakeBack && (
        <Button type="primary" loading={audit.isBusy} onClick={() => void audit.decide(true)}>
          {t('通过审核')}
        </Button>
      )}
    </div>
  )
}
