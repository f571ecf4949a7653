#!/usr/bin/env python3
"""Changes one width, depth, index or stride of a model, without its partner, and asks whether `cfglint check` finds it.

    width_mutations.py CFGLINT N SEED FOLDER...

Configs below the folders whose models are described whole are taken at random.  Which changes break a model is said here, by kind, and
not by cfglint: a width that the part before fixes, an index beyond the maps there are, heads that do not divide a width, ...  Prints a
table of kinds, and those that were not found; ends with status 1 when those are more than one of a hundred.
"""

import collections
import json
import os
import random
import subprocess
import sys

# Parts whose inputs another part makes.
AFTER = ("neck", "head", "fuser", "decoder", "middle_encoder", "transformer", "view", "vtransform", "encoder")
# Arguments of a backbone that decide how wide its results are.
WIDTHS = ("embed_dims", "embed_dim", "base_channels", "widen_factor", "channels", "out_channels", "feat_channels")
# What the real class keeps and does not use, or uses for all that depends on it.
UNUSED = {
    ("in_channels", "Anchor3DHead"), ("in_channels", "FreeAnchor3DHead"), ("in_channels", "PartA2RPNHead"),  # feat_channels is used
    ("in_channels", "ShapeAwareHead"), ("base_channels", "NoStemRegNet"),
    ("in_channels of one level", "EncHead"),  # the last level alone
    ("in_channels", "BEVFormerHead"), ("in_channels", "BEVFormerTrackHead"), ("in_channels", "DETR3DHead"), ("in_channels", "MapTRHead"),
    ("in_channels", "SMOKEMono3DHead"), ("in_channels", "SSD3DHead"), ("feat_channels of voxels", "SegVFE"),
    ("in_channels", "DeformableDETRHead"), ("in_index of a list", "MaskFormerHead"), ("out_indices", "SSDVGG"),
    ("out_indices in another order", "SSDVGG"),
    ("out_channels", "CPM"), ("feat_channels", "CPM"), ("in_channels", "CPMHead"),  # one network, whose stages are its maps
    ("sparse_shape", "SSTInputLayerV2"),  # more windows than there are cells
}


def walk(value, path=()):
    """All dicts with a type, as (path, dict)."""
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield path, value
        for key, item in value.items():
            yield from walk(item, path + (key,))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from walk(item, path + (str(i),))


def is_int(v):
    return isinstance(v, int) and not isinstance(v, bool)


def is_ints(v):
    return isinstance(v, list) and v and all(is_int(i) for i in v)


def not_dividing(n, *widths):
    """A number near n that divides none of the widths."""
    return next(k for k in range(n + 1, n + 200) if all(w % k for w in widths))


def changed_items(v, change):
    """The list with one of its items changed."""
    for i in range(len(v)):
        yield v[:i] + [change(v[i])] + v[i + 1:]


def plain_backbone(model):
    for name in ("backbone", "img_backbone", "pts_backbone"):
        if isinstance(model.get(name), dict):
            yield name, model[name]


def nested_mutations(path, part):
    """Of parts within parts."""
    where, type_ = ".".join(path), part["type"]
    if "roi_head" in where and ("head" in path[-1] or "head" in path[-2:-1]) and is_int(part.get("in_channels")) and len(path) > 1:
        yield "in_channels within roi_head", path + ("in_channels",), part["in_channels"] * 2
    if "roi_extractor" in where and len(part.get("featmap_strides", [])) > 1 and is_int(part.get("out_channels")):
        yield "out_channels of an extractor", path + ("out_channels",), part["out_channels"] * 2
    if path and path[-1].endswith(("attn_cfg", "attn_cfgs")) or len(path) > 1 and path[-2].endswith("attn_cfgs"):
        if is_int(part.get("embed_dims")):
            yield "embed_dims of an attention", path + ("embed_dims",), part["embed_dims"] // 2
        if is_int(part.get("num_levels")) and "MultiScale" in type_ and "pixel_decoder" not in path:  # it takes its levels from there
            yield "num_levels of an attention", path + ("num_levels",), part["num_levels"] + 1
    if path and path[-1] == "positional_encoding" and is_int(part.get("num_feats")):
        yield "num_feats", path + ("num_feats",), part["num_feats"] * 2
    if "view_transformer" in where or "vtransform" in where:
        for key in ("numC_input", "in_channels", "numC_Trans", "out_channels"):
            if is_int(part.get(key)) and part[key] > 3:
                yield key + " of a view transform", path + (key,), part[key] * 2
    if "middle_encoder" in where or "encoders.lidar.backbone" in where:
        v = part.get("sparse_shape")
        if is_ints(v):
            flat = 0 if v[0] < v[-1] else len(v) - 1
            yield "sparse_shape", path + ("sparse_shape",), [n * 2 if i == flat else n for i, n in enumerate(v)]
        if is_int(part.get("output_channels")):
            yield "output_channels", path + ("output_channels",), part["output_channels"] * 2
    v = part.get("output_shape")
    if type_ == "PointPillarsScatter" and is_ints(v):
        yield "output_shape", path + ("output_shape",), [v[0], v[1] + 16]
    if path and "voxel_encoder" in path[-1] and is_ints(part.get("feat_channels")):
        yield "feat_channels of voxels", path + ("feat_channels",), [n * 2 for n in part["feat_channels"]]


def grid_mutations(model):
    """Of the grids that voxels, targets, views and learned places lie on."""
    head = model.get("pts_bbox_head")
    head = head if isinstance(head, dict) else {}
    at, part = ("train_cfg",), model.get("train_cfg")  # of test_cfg it reads neither
    if isinstance(part, dict) and isinstance(part.get("pts"), dict):
        at, part = ("train_cfg", "pts"), part["pts"]
    if isinstance(part, dict) and head.get("type") == "CenterHead":
        if is_int(part.get("out_size_factor")):
            yield "out_size_factor", at + ("out_size_factor",), part["out_size_factor"] * 2
        if is_ints(part.get("grid_size")):
            yield "grid_size", at + ("grid_size",), [n + 32 for n in part["grid_size"]]
    coder = head.get("bbox_coder", {})
    if coder.get("type") == "CenterPointBBoxCoder" and is_int(coder.get("out_size_factor")):
        yield "out_size_factor of a coder", ("pts_bbox_head", "bbox_coder", "out_size_factor"), coder["out_size_factor"] * 2
        if isinstance(coder.get("voxel_size"), list):
            yield "voxel_size of a coder", ("pts_bbox_head", "bbox_coder", "voxel_size"), [n * 2 for n in coder["voxel_size"]]
        if isinstance(coder.get("pc_range"), list):
            yield "pc_range of a coder", ("pts_bbox_head", "bbox_coder", "pc_range"), [n * 2 for n in coder["pc_range"]]
    place = head.get("positional_encoding", {})
    for key, rows in (("bev_h", "row_num_embed"), ("bev_w", "col_num_embed")):
        if is_int(head.get(key)) and isinstance(place, dict) and is_int(place.get(rows)):
            yield key, ("pts_bbox_head", key), head[key] * 2
    view = model.get("img_view_transformer")
    if isinstance(view, dict) and isinstance(view.get("grid_config"), dict) and head.get("type") == "CenterHead":
        b = view["grid_config"].get("x")
        if isinstance(b, list) and len(b) == 3:
            yield "grid_config", ("img_view_transformer", "grid_config", "x"), [b[0], b[1], b[2] * 2]
    for name in ("voxel_layer", "pts_voxel_layer"):
        layer = model.get(name)
        if isinstance(layer, dict) and isinstance(layer.get("voxel_size"), list) and any(
                isinstance(p, dict) and ("sparse_shape" in p or p.get("type") == "PointPillarsScatter") for p in model.values()):
            yield "voxel_size", (name, "voxel_size"), [n * 2 for n in layer["voxel_size"]]


def mutations(model):
    """(kind, path, new value) of changes that break the model."""
    yield from grid_mutations(model)
    for path, part in walk(model):
        place = path[0] if path else ""
        after = any(word in place for word in AFTER)
        nested = len(path) - (1 if path and path[-1].isdigit() else 0) > 2
        v = part.get("in_channels")
        if after and not nested and is_int(v) and v > 3:
            yield "in_channels", path + ("in_channels",), random.choice([v * 2, v // 2, v + 8])
        if after and not nested and is_ints(v) and min(v) > 3:
            start = part.get("start_level") or 0
            i = random.randrange(start, len(v)) if start < len(v) else 0
            yield "in_channels of one level", path + ("in_channels",), v[:i] + [random.choice([v[i] * 2, v[i] + 4])] + v[i + 1:]
        v = part.get("num_groups")
        if is_int(v) and part.get("type") in ("GN", "GroupNorm"):
            yield "num_groups", path + ("num_groups",), not_dividing(v, 64, 80, 96, 128, 160, 192, 256, 320, 512, 1024, 2048)
        dims, heads = part.get("embed_dims", part.get("embed_dim")), part.get("num_heads")
        if is_int(dims) and is_int(heads):
            yield "num_heads", path + ("num_heads",), not_dividing(heads, dims)
        if is_int(dims) and is_ints(heads):
            last = dims * 2 ** (len(heads) - 1)
            yield "num_heads of one stage", path + ("num_heads",), heads[:-1] + [not_dividing(heads[-1], last)]
        v = part.get("in_index")
        if is_int(v):
            yield "in_index", path + ("in_index",), random.choice([5, 7, 9])
        if is_ints(v):
            yield "in_index of a list", path + ("in_index",), v[:-1] + [random.choice([6, 8])]
        yield from nested_mutations(path, part)
    for name, part in plain_backbone(model):
        depth, neck = part.get("depth"), model.get(name.replace("backbone", "neck"))
        heads = [model[k] for k in ("decode_head", "head", "bbox_head", "cls_head", "keypoint_head") if isinstance(model.get(k), dict)]
        fixed = [p for p in [neck] if isinstance(p, dict) and "in_channels" in p] or (
            [h for h in heads if "in_channels" in h] if not neck or isinstance(neck, dict) and "Pooling" in neck.get("type", "") else [])
        if not fixed:
            continue
        if part.get("type") in ("ResNet", "ResNetV1c", "ResNetV1d") and depth in (50, 101, 152):
            yield "depth", (name, "depth"), random.choice([18, 34])
            yield "type", (name, "type"), "MobileNetV2"
        if part.get("type") == "ResNet" and depth in (18, 34):
            yield "depth", (name, "depth"), random.choice([50, 101])
        for key in WIDTHS:
            v = part.get(key)
            if is_int(v) and v > 3:
                yield key, (name, key), v * 2
            elif is_ints(v) and min(v) > 3:
                yield key, (name, key), [i * 2 for i in v]
            elif isinstance(v, float) and key == "widen_factor":
                yield key, (name, key), v * 2
        v = part.get("out_indices")
        wants = fixed[0]["in_channels"]
        if is_ints(v) and is_ints(wants) and len(v) == len(wants) > 1:
            yield "out_indices", (name, "out_indices"), v[:-1]
        if is_ints(v) and is_ints(wants) and len(v) == len(wants) > 1 and wants[0] != wants[-1]:
            yield "out_indices in another order", (name, "out_indices"), [v[0]] * len(v)
    neck = model.get("neck")
    if isinstance(neck, dict) and is_int(neck.get("out_channels")):
        heads = [model[k] for k in ("rpn_head", "bbox_head") if isinstance(model.get(k), dict)]
        if any(h.get("in_channels") == neck["out_channels"] for h in heads):
            yield "out_channels", ("neck", "out_channels"), neck["out_channels"] * 2
        for k in ("rpn_head", "bbox_head"):
            head = model.get(k)
            generator = (head or {}).get("anchor_generator") or (head or {}).get("prior_generator") or {}
            if is_ints(generator.get("strides")) and neck.get("num_outs") == len(generator["strides"]) and "FPN" in neck["type"]:
                yield "num_outs", ("neck", "num_outs"), neck["num_outs"] - 1
                yield "strides", (k, "anchor_generator" if "anchor_generator" in head else "prior_generator", "strides"), generator["strides"][:-1]


def part_at(model, path):
    for k in path[:-1]:
        model = model[int(k)] if isinstance(model, list) else model[k]
    return model


def text(v):
    return json.dumps(v, separators=(",", ":")) if not isinstance(v, str) else v


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


def configs(folders):
    for folder in folders:
        for at, _, names in os.walk(folder):
            if "config" in at and "_base_" not in at:
                yield from (os.path.join(at, n) for n in sorted(names) if n.endswith(".py") or
                           n.endswith(".yaml") and not n.startswith("default."))


def findings(cfglint, config, *words):
    done = run(cfglint, "check", "--isolated", "--select", "SHP,ARG,TYP,VAL,RES,DAT,INH", "--format", "json", *words, "--", config)
    try:
        return [f for f in json.loads(done.stdout)["findings"] if f["severity"] != "info"]
    except (json.JSONDecodeError, KeyError):
        return None


def key_of(finding):
    return finding["code"], finding["message"]


def model_of(cfglint, config):
    """The model section, when all of it is described and nothing is wrong with it."""
    estimate = run(cfglint, "estimate", "--isolated", "--format", "json", "--", config)
    try:
        if json.loads(estimate.stdout)["coverage"] < 1:
            return None
    except (json.JSONDecodeError, KeyError):
        return None
    shown = run(cfglint, "show", "--isolated", "--format", "json", "--", config)
    whole = json.loads(shown.stdout)
    data = whole.get("data")
    trains = "train_dataloader" in whole or isinstance(data, dict) and "train" in data
    return whole.get("model") if trains else None


def main():
    cfglint, wanted = sys.argv[1], int(sys.argv[2])
    random.seed(int(sys.argv[3]))
    found, all_of, missed, places = collections.Counter(), collections.Counter(), [], 0
    known = list(configs(sys.argv[4:]))
    random.shuffle(known)
    for config in known:
        if sum(all_of.values()) >= wanted:
            break
        model = model_of(cfglint, config)
        before = findings(cfglint, config) if isinstance(model, dict) else None
        if before is None:
            continue
        choices = [m for m in mutations(model) if (m[0], part_at(model, m[1]).get("type", "").split(".")[-1]) not in UNUSED]
        for kind, path, value in random.sample(choices, min(len(choices), 4)):
            option = ".".join(("model",) + path) + "=" + text(value)
            after = findings(cfglint, config, "--cfg-options", option)
            if after is None:
                continue
            new = [f for f in after if key_of(f) not in [key_of(b) for b in before]]
            all_of[kind] += 1
            found[kind] += bool(new)
            places += any(option.split("=")[0].startswith(f.get("key") or "-") or f["path"] == "--cfg-options" for f in new)
            if not new:
                missed.append((kind, part_at(model, path).get("type", ""), option, config))
    print("| kind | changes | found |\n|---|---|---|")
    for kind in sorted(all_of):
        print(f"| {kind} | {all_of[kind]} | {found[kind]} |")
    total = sum(all_of.values())
    print(f"| all | {total} | {sum(found.values())} |\n")
    print(f"of the findings, {places} stand at the change")
    for one in sorted(missed):
        print("missed:", *one)
    return len(missed) * 100 > total


if __name__ == "__main__":
    sys.exit(main())
