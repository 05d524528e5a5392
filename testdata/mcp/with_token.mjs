// Passes requests on to a server, with its token: the conformance tests have none.
//   node with_token.mjs URL TOKEN    prints the URL that it listens on
import http from "node:http";

const [target, token] = process.argv.slice(2);
const { hostname, port } = new URL(target);

http.createServer((from, back) => {
  const headers = { ...from.headers, authorization: `Bearer ${token}` };
  const to = http.request({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
    back.writeHead(answer.statusCode, answer.headers);
    answer.pipe(back);
  });
  to.on("error", () => back.destroy());
  back.on("close", () => to.destroy());
  from.pipe(to);
}).listen(0, "127.0.0.1", function () {
  console.log(`http://127.0.0.1:${this.address().port}/mcp`);
});
