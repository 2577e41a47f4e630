import { EVIDENCE_PARTS, makeEvidence } from '@xueheng/contract/domains/privacy/evidence.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { wallTime } from '../../platform/i18n/clock.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'

/** The year until today, which is what an audit asks for. */
function thisYear() {
  const { year, month, day } = wallTime()
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'))
  return { beginDate: `${year}-01-01`, endDate: `${year}-${mm}-${dd}` }
}

/** 合规证据: what the pack holds, and the way to have it made. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [isAsked, ask] = useState(false)
  const make = can('privacyevidence_make') && (
    <Button type="primary" onClick={() => ask(true)}>
      {t(makeEvidence.title)}
    </Button>
  )
  return (
    <PageFrame title={t('合规证据')} extra={make}>
      <p>{t('一个压缩包，内有PDF、工作簿和校验值，全部来自当前的数据，完成后在“任务中心”下载。包括：')}</p>
      <ol>
        {Object.values(EVIDENCE_PARTS).map((title) => (
          <li key={title}>{t(title)}</li>
        ))}
      </ol>
      {isAsked && (
        <CallDialog
          call={makeEvidence}
          okText={t(makeEvidence.title)}
          initial={thisYear()}
          done="已开始生成，完成后可在“任务中心”下载"
          onClose={() => ask(false)}
        />
      )}
    </PageFrame>
  )
}
