#!/usr/bin/env python3
"""Tests `sluice mcp` with the public Python client over Spider's databases, and with many calls at once.

    client.py --command build/release/src/cli/sluice --data SLUICE_DATA --environment FOLDER [--calls 10000]

The client (PyPI: mcp) is taken from this Python, else installed once into FOLDER. Prints `test skipped:` and why
where it cannot be had, or there are no databases. Names no Spider question: the questions are ours.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time

HIDDEN = ["singer.Song_Name", "concert_singer.stadium.Average", "world_1"]
SECRETS = ["song_name", "stadium.average", '"average"', "world_1", "lifeexpectancy", "countrylanguage"]

CALLS = [
    ("find_schema", {"question": "How many singers from each country gave a concert?"}),
    ("find_schema", {"question": "names of songs and the average of each stadium", "columns": 50}),
    ("find_schema", {"question": "life expectancy by continent", "databases": 5, "columns": 100}),
    ("find_schema", {"question": "all there is", "database": "concert_singer", "columns": 100}),
    ("route", {"question": "Which stadium had the most concerts?", "databases": 20, "tables": 50}),
    ("route", {"question": "languages that are spoken in Aruba"}),
    ("find_values", {"text": "concerts in France at Stark's Park"}),
    ("find_examples", {"question": "How many singers are there?", "database": "concert_singer"}),
    ("check_sql", {"database": "concert_singer", "sql": "SELECT name, country FROM singer WHERE age > 40"}),
    ("check_sql", {"database": "pets_1", "sql": "SELECT count(*) FROM pets"}),
    ("check_sql", {"database": "pets_1", "sql": "SELECT count(*) FORM pets"}),
    ("compare_sql", {"database": "pets_1", "gold": "SELECT count(*) FROM pets",
                     "predicted": "SELECT count(DISTINCT pettype) FROM pets"}),
    ("compare_sql", {"database": "concert_singer", "gold": "SELECT name FROM singer",
                     "predicted": "SELECT s.name FROM singer AS s"}),
]

BAD = [  # invalid calls
    ("no_such_tool", {}),
    ("route", {}),
    ("route", {"question": 5}),
    ("check_sql", {"database": "pets_1", "sql": "SELECT 1", "quickly": True}),
]


def skip(why):
    print(f"test skipped: {why}")
    sys.exit(0)


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def with_client(folder):
    """Runs this script again in the environment with the client, which is installed if necessary."""
    try:
        import mcp  # noqa: F401
        return
    except ImportError:
        pass
    python = os.path.join(folder, "bin", "python")
    if os.path.realpath(sys.prefix) == os.path.realpath(folder):
        skip("the Python package mcp does not load")
    ready = os.path.join(folder, "ready")
    if not os.path.exists(ready):
        pip = [python, "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", "--retries", "1",
               "--timeout", "10", "mcp"]
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True, capture_output=True, timeout=120)
            subprocess.run(pip, check=True, capture_output=True, timeout=240)
        except (OSError, subprocess.SubprocessError) as error:
            skip(f"the Python package mcp cannot be installed: {error}")
        open(ready, "w").close()
    sys.stdout.flush()
    os.execv(python, [python, *sys.argv])


async def talk(command, arguments):
    """Lists and calls each tool like any client; returns everything that the server said."""
    import mcp
    from mcp.client.stdio import StdioServerParameters, stdio_client
    failure = getattr(mcp, "MCPError", None) or mcp.McpError
    said = []
    async with stdio_client(StdioServerParameters(command=command, args=arguments)) as (read, write):
        async with mcp.ClientSession(read, write) as session:
            begun = await session.initialize()
            said.append(begun.model_dump_json())
            listed = await session.list_tools()
            said.append(listed.model_dump_json())
            names = [tool.name for tool in listed.tools]
            check(sorted(names) == sorted({name for name, _ in CALLS}), f"listed {names}")
            for tool in listed.tools:
                dumped = tool.model_dump(by_alias=True)
                check(dumped["annotations"]["readOnlyHint"], f"{tool.name} does not say that it reads only")
                check(dumped["outputSchema"]["type"] == "object", f"{tool.name} has no output schema")
            for name, values in CALLS:
                result = (await session.call_tool(name, values)).model_dump(by_alias=True)
                check(not result["isError"], f"{name}: {result['content']}")
                check(json.loads(result["content"][0]["text"]) == result["structuredContent"], f"{name} has different text and structured content")
                said.append(json.dumps(result["structuredContent"]))
            for name, values in BAD:
                try:
                    result = await session.call_tool(name, values)
                    sys.exit(f"failed: {name} {values} was accepted: {result}")
                except failure as error:
                    check(error.error.code == -32602, f"{name} {values}: {error.error}")
                    said.append(error.error.message)
            result = (await session.call_tool("check_sql", {"database": "world_1", "sql": "SELECT 1"})).model_dump(by_alias=True)
            check(result["isError"] and "the server shows no database" in result["content"][0]["text"], "a hidden database was found")
            result = (await session.call_tool("check_sql", {"database": "concert_singer", "sql": "SELECT * FROM stadium"})).model_dump(by_alias=True)
            check(result["structuredContent"]["ran"] is False, "a star was accepted for a table that is partly hidden")
            said.append(json.dumps(result["structuredContent"]))
    return begun, said


async def talk_newest(command, arguments):
    """Calls the tools by the protocol without handshake, if the client has it."""
    try:
        from mcp.client import Client
        from mcp.client.stdio import StdioServerParameters, stdio_client
        transport = stdio_client(StdioServerParameters(command=command, args=arguments))
        async with Client(transport) as client:
            tools = (await client.list_tools()).tools
            check(len(tools) == 6, f"the newest protocol lists {len(tools)} tools")
            result = await client.call_tool(*CALLS[0])
            check(not result.is_error, "the newest protocol cannot call a tool")
            return client.protocol_version
    except ImportError:
        return "none"


def resident_kilobytes(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(next(line for line in status if line.startswith("VmRSS:")).split()[1])


def many_calls(command, arguments, count):
    """Makes calls without waiting for answers; returns seconds and the memory before and after in kB."""
    process = subprocess.Popen([command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(first, last):
        for number in range(first, last):
            name, values = CALLS[number % len(CALLS)]
            request = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": values}}
            process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()

    def exchange(first, last):
        sender = threading.Thread(target=send, args=(first, last))
        sender.start()
        for number in range(first, last):
            line = process.stdout.readline()
            check(line.startswith(b'{"jsonrpc":"2.0","id":%d,"result"' % number), f"answer {number}: {line[:200]}")
        sender.join()

    handshake = {"jsonrpc": "2.0", "id": -1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}
    process.stdin.write(json.dumps(handshake).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    warm = max(count // 10, len(CALLS))
    exchange(0, warm)
    before = resident_kilobytes(process)
    start = time.perf_counter()
    exchange(warm, warm + count)
    seconds = time.perf_counter() - start
    after = resident_kilobytes(process)
    process.stdin.close()
    check(process.wait(timeout=60) == 0, "the server did not exit with status 0")
    return seconds, before, after


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--environment", required=True)
    parser.add_argument("--calls", type=int, default=10000)
    options = parser.parse_args()
    databases = os.path.join(os.environ.get("SLUICE_DATA", options.data), "spider", "databases", "dev")
    if not os.path.isdir(databases):
        skip("no Spider databases")
    examples = os.path.join(options.environment + ".examples.jsonl")
    with open(examples, "w") as file:
        for database, sql in [("concert_singer", "SELECT count(*) FROM singer"), ("pets_1", "SELECT avg(weight) FROM pets"),
                              ("concert_singer", "SELECT Song_Name FROM singer"), ("world_1", "SELECT name FROM country")]:
            file.write(json.dumps({"question": f"What does {database} say?", "db_id": database, "sql": sql}) + "\n")
    arguments = ["mcp", "--db", databases, "--examples", examples]
    for pattern in HIDDEN:
        arguments += ["--hide", pattern]

    if os.path.realpath(sys.prefix) != os.path.realpath(options.environment):  # else this has already run
        seconds, before, after = many_calls(options.command, arguments, options.calls)
        print(f"{options.calls} calls at once: {options.calls / seconds:.0f} per second, resident {before} kB before, {after} kB after")
        # Allows for pages that the allocator keeps; a leak of 100 bytes per call would exceed this.
        check(after - before < 1024 + before // 50, "memory grew")

    with_client(options.environment)
    import anyio
    import importlib.metadata
    begun, said = anyio.run(talk, options.command, arguments)
    version = getattr(begun, "protocolVersion", None) or begun.protocol_version
    everything = "\n".join(said).lower()
    for secret in SECRETS:
        check(secret not in everything, f"{secret} is hidden, but the server revealed it")
    newest = anyio.run(talk_newest, options.command, arguments)
    print(f"client mcp {importlib.metadata.version('mcp')}: protocol {version} by handshake, {newest} by itself; "
          f"{len(CALLS)} calls, {len(BAD)} bad ones")


if __name__ == "__main__":
    main()
