import { describe, expect, it } from 'vitest';
import { safeDocument, safeHtml } from '@/kit/lib/safe-html';

describe('HTML for a preview', () => {
  it.each([
    ['<p>A &amp; <b>b</b></p>', '<p>A &amp; <b>b</b></p>'],
    ['<script>alert(1)</script>x', 'x'],
    ['<SCRIPT src=//evil.example>x', ''],
    ['<img src="https://evil.example/a.png" onerror="x" alt="A bike">', '<img alt="A bike">'],
    ['<a href="javascript:x" onclick=x>y</a>', '<a>y</a>'],
    ['<p style="background:url(x)">y</p>', '<p>y</p>'],
    ["<td colspan=2 rowspan='3'>y", '<td colspan="2" rowspan="3">y'],
    ['<form action=x><input autofocus onfocus=x><p>y</form>', '<p>y'],
    ['<meta http-equiv="refresh" content="0;url=x"><base href=x>', ''],
    ['<scr<script></script>ipt>alert(1)</script>', 'alert(1)'],
    ['<!-- <script> -->y<!-- z', 'y'],
    ['<svg/onload=x>y', ''],
    ['<b/onclick=x>y', '&lt;b/onclick=x&gt;y'],
    ['<img alt="x" onerror="\'>" alt=y>', '<img alt="x" alt="y">'],
    ['<img alt="<b onclick=x>">', '&lt;img alt=&quot;<b>&quot;&gt;'],
    ['a < b > c', 'a &lt; b &gt; c'],
    ['<p title="x', '&lt;p title=&quot;x'],
    ['<?xml version="1"?><!doctype html>y', 'y'],
  ])('%j is %j', (html, safe) => {
    expect(safeHtml(html)).toBe(safe);
  });

  it('is a document that may load nothing', () => {
    expect(safeDocument('<p>x')).toMatch(/^<!doctype html><meta [^>]*"default-src 'none'">.*<p>x<\/font>$/);
  });

  it('is made in proportion to its length', () => {
    for (const part of ['<', '<p ', '<!--', '<script>', '<p a="', '</']) {
      const begun = performance.now();
      safeHtml(part.repeat(20_000));
      expect(performance.now() - begun, part).toBeLessThan(1000);
    }
  });
});
