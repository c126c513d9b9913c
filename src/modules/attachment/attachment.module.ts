import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FileModule } from '../file/file.module.js';
import { Attachment } from './attachment.entity.js';
import { AttachmentService } from './attachment.service.js';

/** The files of rows. */
@Module({
  imports: [FileModule, TypeOrmModule.forFeature([Attachment])],
  providers: [AttachmentService],
  exports: [AttachmentService],
})
export class AttachmentModule {}
