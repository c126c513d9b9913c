import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { FileClean } from './file-clean.job.js';
import { FileController } from './file.controller.js';
import { FileUsage, StoredFile } from './file.entity.js';
import { FileService } from './file.service.js';
import { StoredBytes } from './stored-bytes.js';
import { StoredFileService } from './stored-file.service.js';
import { FileUsageService } from './file-usage.service.js';
import { FileUsesService } from './file-uses.service.js';

/** Uploaded images. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([StoredFile, FileUsage])],
  controllers: [FileController],
  providers: [FileService, StoredBytes, StoredFileService, FileUsageService, FileUsesService, FileClean],
  exports: [StoredBytes, FileUsageService],
})
export class FileModule {}
