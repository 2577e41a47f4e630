import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useScreenTitle } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { AccountSelect } from './AccountSelect.tsx'

/** A screen of the chosen public account: its name, the account, what it shows. */
export function MpPage({
  title,
  hint,
  isFilled = true,
  children,
}: {
  title: string
  hint?: string
  isFilled?: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <PageFrame isFilled={isFilled} title={t(useScreenTitle() || title)} hint={hint} extra={<AccountSelect />}>
      {children}
    </PageFrame>
  )
}
