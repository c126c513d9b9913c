import { Body, Controller, Injectable, Module, Param, Query } from '@nestjs/common';
import { PartialType, OmitType } from '@nestjs/mapped-types';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import {
  type Branch,
  type Branches,
  type Choice,
  CrudModule,
  CrudService,
  crudPermissions,
  crudRoutes,
  type Export,
  type Page,
  type RawQuery,
  ReadService,
  readCompositeKeys,
} from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import {
  Day,
  Decimal,
  EachOf,
  Id,
  Listed,
  LongText,
  Nullable,
  Optional,
  SomeOf,
  Text,
  TimeOrNull,
  Whole,
} from 'steward/validation';
import { Repository } from 'typeorm';
import { Category, Label, Order, OrderLine, Product, Sale } from './shop.entities.js';

class AddCategory {
  @Optional()
  @Whole(0)
  parentId?: number;

  @Text(64, 1)
  name: string;
}

class UpdateCategory extends PartialType(AddCategory, { skipNullProperties: false }) {
  @Id()
  id: number;
}

class AddProduct {
  @Optional()
  @Text(32, 1)
  id?: string;

  @Nullable()
  @Whole()
  categoryId?: number | null;

  @Nullable()
  @Whole()
  ownerId?: number | null;

  @Text(64, 1)
  title: string;

  @Nullable()
  @LongText()
  body?: string | null;

  @Optional()
  @Listed([1, 2], '1 = on, 2 = off')
  status?: number;

  @Optional()
  @Decimal(10, 2)
  price?: string;

  @Nullable()
  @Day()
  soldOn: string | null;

  @TimeOrNull()
  seenAt?: Date | null;

  @Optional()
  @Text(64)
  shelf?: string;

  @Nullable()
  @SomeOf(['new', 'hot'])
  marks?: string[] | null;
}

class UpdateProduct extends PartialType(OmitType(AddProduct, ['id']), { skipNullProperties: false }) {
  @Text(32, 1)
  id: string;
}

class AddLabel {
  @Text(32, 1)
  productId: string;

  @Text(32, 1)
  lang: string;

  @Text(64, 1)
  text: string;
}

class UpdateLabel extends PartialType(OmitType(AddLabel, ['productId', 'lang']), { skipNullProperties: false }) {
  @Text(1000, 1)
  id: string;
}

class LineEntry {
  @Optional()
  @Id()
  id?: number;

  @Whole(1)
  count: number;

  @Nullable()
  @Whole()
  categoryId?: number | null;
}

class AddOrder {
  @Text(64, 1)
  title: string;

  @EachOf(LineEntry)
  line?: LineEntry[];
}

class UpdateOrder extends PartialType(AddOrder, { skipNullProperties: false }) {
  @Id()
  id: number;
}

@Injectable()
class CategoryService extends CrudService<Category> {
  constructor(@InjectRepository(Category) rows: Repository<Category>) {
    super(rows, {
      label: 'Category',
      name: 'name',
      filters: ['parentId', 'name'],
      tree: 'parentId',
      softDelete: { property: 'delFlag', alive: '0', deleted: '2' },
    });
  }
}

@Injectable()
class ProductService extends CrudService<Product> {
  constructor(@InjectRepository(Product) rows: Repository<Product>) {
    super(rows, {
      label: 'Product',
      name: 'title',
      filters: ['categoryId', 'title', 'body', 'price', 'soldOn', 'seenAt', 'marks', 'status', 'createTime'],
      references: {
        categoryId: {
          table: 'shop_category',
          key: 'id',
          label: 'name',
          tenant: 'tenant_id',
          softDelete: { column: 'del_flag', deleted: '2' },
        },
        ownerId: { table: 'user', key: 'id', label: 'username', tenant: 'tenant_id' },
      },
      times: { created: 'createTime', updated: 'updateTime' },
      by: { created: 'createBy', updated: 'updater' },
      softDelete: { property: 'deletedAt' },
      large: ['body'],
      keys: 'uuid',
    });
  }
}

@Injectable()
class LabelService extends CrudService<Label> {
  constructor(@InjectRepository(Label) rows: Repository<Label>) {
    super(rows, { label: 'Label', filters: ['lang', 'text'], duplicate: 'This label exists already' });
  }
}

@Injectable()
class OrderService extends CrudService<Order> {
  constructor(@InjectRepository(Order) rows: Repository<Order>) {
    super(rows, {
      label: 'Order',
      filters: ['title'],
      lines: {
        line: {
          entity: OrderLine,
          row: 'orderId',
          references: { categoryId: { entity: Category, label: 'name' } },
          times: { created: 'madeAt' },
          by: { created: 'author' },
        },
      },
    });
  }
}

@Injectable()
class SaleService extends ReadService<Sale> {
  constructor(@InjectRepository(Sale) rows: Repository<Sale>) {
    super(rows, { label: 'Sale', filters: ['count'] });
  }
}

const categoryRoutes = crudRoutes(crudPermissions('shop:category'));
const productRoutes = crudRoutes(crudPermissions('shop:product'));
const labelRoutes = crudRoutes(crudPermissions('shop:label'));
const orderRoutes = crudRoutes(crudPermissions('shop:order'));
const saleRoutes = crudRoutes(crudPermissions('shop:sale', ['page', 'list', 'export']));

@Controller('api/shop/category')
class CategoryController {
  constructor(private readonly service: CategoryService) {}

  @categoryRoutes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Category>> {
    return this.service.page(query, caller);
  }

  @categoryRoutes.tree()
  tree(@CurrentCaller() caller: Caller): Promise<Branch<Category>[]> {
    return this.service.tree(caller);
  }

  @categoryRoutes.branches()
  branches(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Branches<Category>> {
    return this.service.branches(query, caller);
  }

  @categoryRoutes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @categoryRoutes.add()
  add(@Body() body: AddCategory, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @categoryRoutes.update()
  update(@Body() body: UpdateCategory, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @categoryRoutes.batchDelete()
  batchDelete(@Body() body: { ids: number[] }, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(body.ids, caller);
  }
}

@Controller('api/shop/product')
class ProductController {
  constructor(private readonly service: ProductService) {}

  @productRoutes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Product>> {
    return this.service.page(query, caller);
  }

  @productRoutes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Product[]> {
    return this.service.list(query, caller);
  }

  @productRoutes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @productRoutes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @productRoutes.detail()
  detail(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Product> {
    return this.service.detail(id, caller);
  }

  @productRoutes.add()
  add(@Body() body: AddProduct, @CurrentCaller() caller: Caller): Promise<{ id: string }> {
    return this.service.add(body, caller);
  }

  @productRoutes.update()
  update(@Body() body: UpdateProduct, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body as Partial<Product> & UpdateProduct, caller);
  }

  @productRoutes.delete()
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }
}

@Controller('api/shop/label')
class LabelController {
  constructor(private readonly service: LabelService) {}

  @labelRoutes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Label>> {
    return this.service.page(query, caller);
  }

  @labelRoutes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @labelRoutes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @labelRoutes.detail()
  detail(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Label> {
    return this.service.detail(id, caller);
  }

  @labelRoutes.add()
  add(@Body() body: AddLabel, @CurrentCaller() caller: Caller): Promise<{ id: string }> {
    return this.service.add(body, caller);
  }

  @labelRoutes.update()
  update(@Body() body: UpdateLabel, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @labelRoutes.batchDelete()
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readCompositeKeys(body, query), caller);
  }
}

@Controller('api/shop/order')
class OrderController {
  constructor(private readonly service: OrderService) {}

  @orderRoutes.detail()
  detail(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Order> {
    return this.service.detail(Number(id), caller);
  }

  @orderRoutes.add()
  add(@Body() body: AddOrder, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @orderRoutes.update()
  update(@Body() body: UpdateOrder, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @orderRoutes.delete()
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(Number(id), caller);
  }
}

@Controller('api/shop/sale')
class SaleController {
  constructor(private readonly service: SaleService) {}

  @saleRoutes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Sale>> {
    return this.service.page(query, caller);
  }

  @saleRoutes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }
}

/** Resources with all the features found in real tables. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Category, Product, Label, Order, OrderLine, Sale])],
  controllers: [CategoryController, ProductController, LabelController, OrderController, SaleController],
  providers: [CategoryService, ProductService, LabelService, OrderService, SaleService],
})
export class ShopModule {}
