import { spawn } from 'node:child_process'
import { buildWeb, install, root } from './install.mjs'

// One command on a fresh machine: dependencies, web build, server.
install()
buildWeb()
const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
