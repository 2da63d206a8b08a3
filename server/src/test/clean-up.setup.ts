import { afterAll } from 'vitest'
import { cleanUp } from './after-test-file.ts'

// Vitest runs this file for each test file. Other modules are loaded once for all files that a process runs.
afterAll(cleanUp)
