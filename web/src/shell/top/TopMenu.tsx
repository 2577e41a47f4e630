import { useT } from '../../platform/i18n/i18n.ts'
import { loadMenu } from '../../platform/session/session.ts'
import { updateSession, useSession } from '../../platform/session/store.ts'
import { showError } from '../../platform/ui/message.ts'

/** Home and the top menus; each has its own side menu. */
export function TopMenu({ onHome }: { onHome: () => void }) {
  const t = useT()
  const items = useSession((session) => session.topMenu)
  const chosen = useSession((session) => session.topMenuId)

  async function choose(id: string): Promise<void> {
    updateSession({ topMenuId: id, menu: await loadMenu(id || undefined) })
    if (!id) onHome()
  }

  return (
    <nav className="top-menu" aria-label={t('顶部菜单')}>
      {items.length > 0 &&
        [{ id: '', name: '首页' }, ...items].map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-current={id === chosen || undefined}
            onClick={() => void choose(id).catch(showError)}
          >
            {t(name)}
          </button>
        ))}
    </nav>
  )
}
