-- search_products() compares the text of every product, which takes 10 ms at 10,000 products.
drop index product_search_text_trgm, product_search_text_short_ngrams;
