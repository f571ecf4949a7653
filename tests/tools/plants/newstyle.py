"""New-style files, with imports below read_base, edited as if they were old ones."""
from plants.kinds import at, Kinds, L

KINDS = Kinds()
text = KINDS.text

text('a section of its own', (L,), 'model = dict(backbone=dict(depth=101))\n', 'model.backbone')
text('a rate of its own', (L,), 'optim_wrapper = dict(optimizer=dict(lr=0.01))\n', 'optim_wrapper.optimizer')
text('a loader of its own', (L,), 'train_dataloader = dict(batch_size=4)\n', 'train_dataloader.dataset')
text('a variable that was used', (L,), 'max_epochs = 24\n', lambda c: at(c, 'train_cfg.max_epochs') == c.get('max_epochs', 24) != 24)
text('a path that is not there', (L,), 'model.bbox_heads.num_classes = 3\n')
text('a head of another model', (L,), 'model.roi_head.bbox_head.num_classes = 3\n', lambda c: not at(c, 'model.roi_head'))
text('a variable of a base', (L,), 'model.backbone.init_cfg = _base_.checkpoint\n')
text('braces of a base', (L,), "work_dir = '{{_base_.work_dir}}'\n")
text('a list of bases', (L,), "\n_base_ = ['./default_runtime.py']\n")
text('a class of nobody', (L,), 'from mmdet.models.backbones import SwinTransformr\nmodel.backbone = dict(type=SwinTransformr)\n', 'model.backbone')
text('a method of no dict', (L,), 'model.merges(dict(backbone=dict(frozen_stages=2)))\n')
text('the steps of before', (L,), "train_pipeline = [dict(type='LoadImageFromFile'), dict(type='PackDetInputs')]\n", lambda c: c.get('train_pipeline') == at(c, 'train_dataloader.dataset.pipeline'))
text('a deletion in a call', (L,), "model.backbone.update(dict(_delete_=True, type='ResNet', depth=18))\n", 'model.backbone')
text('an unknown argument', (L,), 'model.backbone.deepth = 101\n', 'model.backbone')
text('a rate in quotes', (L,), "optim_wrapper.optimizer.lr = '0.001'\n", 'optim_wrapper.optimizer.lr')
