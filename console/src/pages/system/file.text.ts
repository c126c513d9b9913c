import { texts } from '@/text/language';

/** Words of the uploaded files. */
export const t = texts(
  {
    title: 'File',
    image: 'Image',
    open: 'Open the image',
    type: 'Type',
    size: 'Size',
    uploadedBy: 'Uploaded by',
    uploaded: 'Uploaded',
    unusedSince: 'Not in use since',
    inUse: 'In use',
    hash: 'SHA-256',
  },
  {
    title: '文件',
    image: '图片',
    open: '打开图片',
    type: '类型',
    size: '大小',
    uploadedBy: '上传者',
    uploaded: '上传时间',
    unusedSince: '未使用起始时间',
    inUse: '使用中',
    hash: 'SHA-256',
  },
);
