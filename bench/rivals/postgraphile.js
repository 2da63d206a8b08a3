// A server without code of its own: PostGraphile with filters over the product's tables. It has no authentication and
// writes no log.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter'

const portal = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  pgServices: [
    makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 8 } }),
  ],
  grafserv: { graphiql: false },
})

const server = createServer()
await portal.createServ(grafserv).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
