import { user } from '@xueheng/contract/domains/people/user.ts'
import { userImports } from '@xueheng/contract/domains/people/user-import.ts'
import { useMemo } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { IssuedPasswords } from '../IssuedPasswords.tsx'
import { TableImport } from '../../../platform/table-import/TableImport.tsx'

interface ImportDialogProps {
  /** The tenant looked after; the own without it. */
  tenantId: string | undefined
  onClose: () => void
}

/** Users by workbook; accounts that are there are changed only when asked for. */
export function ImportDialog({ tenantId, onClose }: ImportDialogProps) {
  const t = useT()
  const asked = useMemo(() => (tenantId ? { tenantId } : {}), [tenantId])
  return (
    <TableImport
      title={t('导入用户')}
      calls={userImports}
      asked={asked}
      option={{ name: 'isCovered', label: t('账户已存在时，用表中的内容修改它') }}
      changes={user}
      sayKnown={(n) => t('；其中 {n} 行修改已有账号', { n })}
      sayKept={({ added, changed }, passwords) => ({
        title: t('新增 {added} 名用户，修改 {changed} 名', { added, changed }),
        hint:
          passwords.length > 0 ? (
            <div style={{ textAlign: 'start' }}>
              <IssuedPasswords passwords={passwords} />
            </div>
          ) : (
            added > 0 && t('新账号的密码是系统参数 account.initPassword 里的初始密码')
          ),
      })}
      onClose={onClose}
    />
  )
}
