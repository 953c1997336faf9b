#!/usr/bin/env python3
"""Trains a low-rank update of all-mpnet-base-v2 that scores databases for a question.

    sluice train router ... --contenders contenders.jsonl --out any.ranker
    python3 training/cross_encoder.py --encoder build/mpnet --contenders contenders.jsonl \
      --out learned.safetensors
    sluice train cross-encoder --weights learned.safetensors --about "..." --out mpnet.cross

The encoder reads "question </s> database ; table : column , column", for the database of a question
and for the other databases that a ranker proposed. The score is the dot product of a learned vector
and the mean of the encoder's states, normalized to unit length. The encoder's own weights are frozen
(Hu et al. 2022). The script trains three models: one on each half of the databases, which is
evaluated on the other half in order to choose the weight of the scores, and one on all databases.
Takes ten minutes on an H200 GPU. Needs torch, numpy, safetensors and tokenizers.
"""
import argparse
import json
import math
import os

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import save_file
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

QUESTION_TOKENS, MAX_TOKENS = 48, 256  # the limits of the C++ class CrossEncoder
RANK, SCALE = 16, 2.0
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
NUMBERS = torch.bfloat16 if DEVICE.type == "cuda" else torch.float32


class Question:
    """The contenders of a question as tokens, best first.

    `marks` says which tables and columns of the question's own database its query reads.
    """

    def __init__(self, record, read):
        self.set, self.half = record["set"], record["fold"] % 2
        self.databases = [c["database"] for c in record["contenders"]]
        self.gold = self.databases.index(record["database"])
        self.logs = np.log(np.maximum([c["probability"] for c in record["contenders"]], 1e-8))
        asked = read(record["question"])[:QUESTION_TOKENS]
        self.texts, self.marks = [], []  # a mark: position, is a table, is read
        for c in record["contenders"]:
            tokens, columns, tables = [], 0, 0
            marks = []
            for i, table in enumerate(c["names"].split(" ; ")):
                tokens += read(" ;") if i else []
                name, _, names = table.partition(" : ")
                if i:
                    marks.append((len(tokens), 1, tables in c.get("tables", ())))
                    tables += 1
                tokens += read(name) + (read(" :") if i else [])
                for j, column in enumerate(names.split(" , ") if i else ()):
                    tokens += read(" ,") if j else []
                    marks.append((len(tokens), 0, columns in c.get("columns", ())))
                    columns += 1
                    tokens += read(column)
            ahead = len(asked) + 2
            text = [0, *asked, 2, *tokens][: MAX_TOKENS - 1] + [2]
            self.texts.append(np.array(text, np.int64))
            self.marks.append([(p + ahead, t, r) for p, t, r in marks if p + ahead < MAX_TOKENS - 1])


def read_questions(path, tokenizer):
    known = {}

    def read(text):
        if text not in known:
            known[text] = tokenizer.encode(text, add_special_tokens=False).ids
        return known[text]

    questions = []
    for line in open(path):
        record = json.loads(line)
        if any(c["database"] == record["database"] for c in record["contenders"]):
            questions.append(Question(record, read))
    # Databases without questions are in neither half, so they are not used as wrong answers.
    half_of = {(q.set, q.databases[q.gold]): q.half for q in questions}
    for q in questions:
        q.halves = [half_of.get((q.set, d)) for d in q.databases]
    return questions


class Linear(nn.Module):
    def __init__(self, weight, bias, rank):
        super().__init__()
        self.register_buffer("weight", weight.to(NUMBERS))
        self.register_buffer("bias", bias.to(NUMBERS))
        self.down = nn.Parameter(torch.randn(rank, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.up = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, x):
        change = F.linear(F.linear(x, self.down.to(x.dtype)), (SCALE * self.up).to(x.dtype))
        return F.linear(x, self.weight, self.bias) + change


class Norm(nn.Module):
    def __init__(self, weight, bias, epsilon):
        super().__init__()
        self.register_buffer("weight", weight.to(NUMBERS))
        self.register_buffer("bias", bias.to(NUMBERS))
        self.epsilon = epsilon

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:], self.weight, self.bias, self.epsilon)


def bucket_of(distance, buckets):
    half, near = buckets // 2, buckets // 4
    away = distance.abs()
    far = near + (torch.log(away.clamp(min=1) / near) / math.log(128 / near) * (half - near) + 1e-6).long()
    return (distance > 0).long() * half + torch.where(away < near, away, far.clamp(max=half - 1))


class Encoder(nn.Module):
    """MPNet (Song et al. 2020) with an update of rank 16 for each matrix of its layers."""

    def __init__(self, folder):
        super().__init__()
        config = json.load(open(os.path.join(folder, "config.json")))
        t = load_file(os.path.join(folder, "model.safetensors"))
        self.heads, epsilon = config["num_attention_heads"], config["layer_norm_eps"]
        width = config["hidden_size"]
        self.register_buffer("words", t["embeddings.word_embeddings.weight"].to(NUMBERS))
        self.register_buffer("places", t["embeddings.position_embeddings.weight"][2:].to(NUMBERS))
        norm = lambda name: Norm(t[name + ".weight"], t[name + ".bias"], epsilon)
        self.norm = norm("embeddings.LayerNorm")
        i = torch.arange(MAX_TOKENS)
        buckets = bucket_of(i[None] - i[:, None], config["relative_attention_num_buckets"])
        bias = t["encoder.relative_attention_bias.weight"][buckets].permute(2, 0, 1)[None]
        self.register_buffer("bias", bias.to(NUMBERS).contiguous())
        self.layers = nn.ModuleList()
        for layer in range(config["num_hidden_layers"]):
            at = f"encoder.layer.{layer}."
            linear = lambda rank, *names: Linear(
                torch.cat([t[at + n + ".weight"] for n in names]),
                torch.cat([t[at + n + ".bias"] for n in names]), rank)
            of = nn.Module()
            of.qkv = linear(2 * RANK, *("attention.attn." + n for n in "qkv"))
            of.mixed = linear(RANK, "attention.attn.o")
            of.inner = linear(RANK, "intermediate.dense")
            of.outer = linear(RANK, "output.dense")
            of.mixed_norm, of.outer_norm = norm(at + "attention.LayerNorm"), norm(at + "output.LayerNorm")
            self.layers.append(of)
        self.head = nn.Parameter(torch.randn(width) * 0.01)
        self.marks = nn.Linear(width, 2)  # whether a column is read, and whether a table is

    def forward(self, tokens, sizes):
        count, longest = tokens.shape
        x = self.norm(F.embedding(tokens, self.words) + self.places[:longest])
        inside = torch.arange(longest, device=DEVICE)[None] < sizes[:, None]
        mask = torch.zeros(count, 1, 1, longest, device=DEVICE, dtype=NUMBERS)
        mask = mask.masked_fill(~inside[:, None, None], -3e4)
        mask = (mask + self.bias[:, :, :longest, :longest]).contiguous()
        for of in self.layers:
            q, k, v = of.qkv(x).view(count, longest, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
            x = of.mixed_norm(x + of.mixed(mixed.transpose(1, 2).reshape(count, longest, -1)))
            x = of.outer_norm(x + of.outer(F.gelu(of.inner(x))))
        mean = (x * inside[..., None]).float().sum(1)
        return 20 * (F.normalize(mean, dim=-1) @ self.head), x


def batch_of(texts):
    sizes = [len(text) for text in texts]
    tokens = np.ones((len(texts), (max(sizes) + 7) // 8 * 8), np.int64)
    for row, text in zip(tokens, texts):
        row[: len(text)] = text
    return torch.from_numpy(tokens).to(DEVICE), torch.tensor(sizes, device=DEVICE)


def learn(folder, questions, halves, options):
    """Returns an encoder that is trained on the databases of these halves."""
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    encoder = Encoder(folder).to(DEVICE)
    changes, others = [], []
    for name, parameter in encoder.named_parameters():
        (changes if name.startswith("layers") else others).append(parameter)
    rates = [options.rate, 3 * options.rate]
    groups = [{"params": changes, "lr": rates[0]}, {"params": others, "lr": rates[1]}]
    steps_of = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
    mine = [q for q in questions if q.half in halves]
    steps = int(options.epochs * (len(mine) // options.batch))
    batches = []
    for step in range(steps):
        if not batches:  # a batch has texts of similar length
            order, run = random.permutation(len(mine)), 32 * options.batch
            for first in range(0, len(order), run):
                some = sorted(order[first : first + run], key=lambda i: max(map(len, mine[i].texts)))
                batches += [some[i : i + options.batch] for i in range(0, len(some), options.batch)]
            batches = [b for b in batches if len(b) == options.batch]
            random.shuffle(batches)
        texts, logs, marks, sizes = [], [], [], []
        for q in (mine[i] for i in batches.pop()):
            wrong = [c for c in range(len(q.texts)) if c != q.gold and q.halves[c] in halves]
            wrong.sort(key=lambda c: -q.logs[c] + 0.5 * random.gumbel())
            marks += [(len(texts), *mark) for mark in q.marks[q.gold]]
            kept = [q.gold, *wrong[: options.contending - 1]]
            texts += [q.texts[c] for c in kept]
            logs.append(torch.tensor(q.logs[kept], dtype=torch.float32))
            sizes.append(len(kept))
        scores, states = encoder(*batch_of(texts))
        pad = lambda rows: nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=-1e4)
        alone = pad(scores.split(sizes))
        beside = alone + 0.7 * pad(logs).to(DEVICE)
        first = torch.zeros(len(sizes), dtype=torch.long, device=DEVICE)
        text, place, kind, read = torch.tensor(marks, device=DEVICE).T
        said = encoder.marks(states[text, place].float()).gather(1, kind[:, None])[:, 0]
        loss = 0.5 * F.cross_entropy(alone, first) + 0.5 * F.cross_entropy(beside, first)
        loss = loss + 0.3 * F.binary_cross_entropy_with_logits(said, read.float())
        for group, rate in zip(steps_of.param_groups, rates):
            group["lr"] = rate * min(1, (step + 1) / max(1, 0.06 * steps)) * (1 - step / steps)
        steps_of.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        steps_of.step()
        if step % 200 == 0:
            print(f"  step {step} of {steps}: {loss.item():.3f}", flush=True)
    return encoder


@torch.no_grad()
def judge(encoder, questions, half):
    """Evaluates the questions of this half, with the databases of this half as contenders.

    Returns (the ranker's log-probabilities, scores, index of the right database) per question.
    """
    judged = []
    for q in questions:
        kept = [c for c in range(len(q.texts)) if q.halves[c] == half]
        if q.half == half and len(kept) > 1:
            judged.append((q, kept))
    judged.sort(key=lambda of: max(map(len, of[0].texts)))
    rows = []
    for first in range(0, len(judged), 32):
        some = judged[first : first + 32]
        scores, _ = encoder(*batch_of([q.texts[c] for q, kept in some for c in kept]))
        for (q, kept), of in zip(some, scores.float().cpu().split([len(kept) for _, kept in some])):
            rows.append((q.logs[kept], of.numpy(), kept.index(q.gold)))
    return rows


def weight_by(rows):
    """Returns the weight of the scores that gives the right databases the highest likelihood."""
    best = (-math.inf, 0.0)
    for weight in (0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6):
        likely = right = 0
        for logs, scores, gold in rows:
            both = logs + weight * scores
            right += both.argmax() == gold
            likely += both[gold] - np.logaddexp.reduce(both)
        print(f"weight {weight}: {100 * right / len(rows):.2f} % first, {likely / len(rows):.4f}")
        best = max(best, (likely, weight))
    return best[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--encoder", required=True, help="the folder of all-mpnet-base-v2")
    parser.add_argument("--contenders", required=True, help="the output of `sluice train router --contenders`")
    parser.add_argument("--weights", help="the same from a ranker that uses the encoder; the weight of "
                        "the scores is chosen on it")
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=float, default=1.3)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--batch", type=int, default=32, help="questions per batch")
    parser.add_argument("--contending", type=int, default=8, help="databases per question")
    options = parser.parse_args()
    tokenizer = Tokenizer.from_file(os.path.join(options.encoder, "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    questions = read_questions(options.contenders, tokenizer)
    asked = read_questions(options.weights, tokenizer) if options.weights else questions
    print(len(questions), "questions")
    rows = []
    for half in (0, 1):
        print("training without half", half)
        rows += judge(learn(options.encoder, questions, {1 - half}, options), asked, half)
    if not rows:
        raise SystemExit("no question has two contenders from its half of the databases: add questions")
    weight = weight_by(rows)
    print("training on all databases")
    encoder = learn(options.encoder, questions, {0, 1}, options)
    learned = {"head": 20 * encoder.head, "weight": torch.tensor([weight])}
    for i, layer in enumerate(encoder.layers):
        for name in ("qkv", "mixed", "inner", "outer"):
            learned[f"{i}.{name}.down"] = getattr(layer, name).down
            learned[f"{i}.{name}.up"] = SCALE * getattr(layer, name).up
    save_file({name: t.detach().float().cpu().numpy().copy() for name, t in learned.items()}, options.out)
    print(options.out, "weight", weight)


if __name__ == "__main__":
    main()
