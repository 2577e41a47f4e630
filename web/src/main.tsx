import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startInstallation } from './platform/api/installation.ts'
import { startLanguage } from './platform/i18n/i18n.ts'
import './platform/theme/tokens.css'
import './platform/theme/base.css'
import { paint } from './platform/theme/theme.ts'
import { reloadOnceOnMissingChunk } from './shell/missing-chunk.ts'

reloadOnceOnMissingChunk()
paint()
startInstallation()
await startLanguage()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
