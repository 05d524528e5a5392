"""Stands in for Anthropic's client in a test: it answers from a script, and checks what it is sent."""
import json


class Message:
    def __init__(self, content):
        self.content = content

    def to_json(self):
        return json.dumps({"type": "message", "role": "assistant", "content": self.content})


def call(id, old, new):
    return {"type": "tool_use", "id": id, "name": "str_replace", "input": {"file": "greet.py", "old_str": old, "new_str": new}}


class Messages:
    turn = 0

    def create(self, *, model, max_tokens, tools, messages):
        assert "str_replace" in [tool["name"] for tool in tools], tools
        assert messages[0]["role"] == "user", messages
        self.turn += 1
        last = messages[-1]["content"]
        if self.turn == 1:
            return Message([call("t1", "def greet(nobody):", "def greet(name):")])
        if self.turn == 2:
            assert last[0]["tool_use_id"] == "t1" and last[0]["is_error"], last
            return Message([call("t2", "def greet():", "def greet(name):")])
        assert last[0]["tool_use_id"] == "t2" and not last[0].get("is_error"), last
        return Message([{"type": "text", "text": "Done."}])


class Anthropic:
    def __init__(self):
        self.messages = Messages()
